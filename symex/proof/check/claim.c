#include "symex/proof/check/claim.h"

#include <string.h>

#include "symex/proof/check/identity.h"
#include "symex/proof/relation/array.h"
#include "symex/proof/relation/object.h"
#include "util/text/diag.h"

bool claim_is_over(const struct claim *c) {
	return c->result.verdict != CHECKED_HOLDS;
}

/* --- Formulas. --- */

void facts_add(struct facts *f, term t) {
	vec_push(&f->at, t);
}

void facts_add_all(struct facts *f, const struct facts *more) {
	for (size_t i = 0; i < more->at.n; i++)
		facts_add(f, more->at.at[i]);
}

static term join(struct claim *c, const term *at, size_t n, bool is_and) {
	if (!n)
		return term_bool(c->ts, is_and);
	if (n == 1)
		return at[0];
	term a = join(c, at, n / 2, is_and), b = join(c, at + n / 2, n - n / 2, is_and);
	return is_and ? term_and(c->ts, a, b) : term_or(c->ts, a, b);
}

term claim_all(struct claim *c, struct facts *f) {
	term t = join(c, f->at.at, f->at.n, true);
	vec_free(&f->at);
	return t;
}

term claim_any(struct claim *c, struct facts *f) {
	term t = join(c, f->at.at, f->at.n, false);
	vec_free(&f->at);
	return t;
}

term claim_part(const struct claim *c, uint32_t part, struct seat s) {
	return s.is_after ? c->after[s.thread][part] : c->r->part.at[part].var[s.thread];
}

term claim_is_at(struct claim *c, struct seat s, uint32_t point) {
	if (s.point != NO_POINT)
		return term_bool(c->ts, s.point == point);
	return term_equal(c->ts, c->point[s.thread], term_u64(c->ts, POINT_BITS, point));
}

static term renamed(void *context, term var) {
	struct thread_renaming *r = context;
	uint64_t to;
	return map_get(&r->to, var.ix, &to) ? (term){(uint32_t)to} : var;
}

static bool same_seat(struct seat a, struct seat b) {
	return a.thread == b.thread && a.is_after == b.is_after;
}

static struct thread_renaming *renaming_to(struct claim *c, struct seat first, struct seat second,
                                           bool is_after) {
	for (size_t i = 0; i < c->renaming.n; i++) {
		struct thread_renaming *r = c->renaming.at[i];
		if (same_seat(r->first, first) && same_seat(r->second, second) && r->is_after == is_after)
			return r;
	}
	struct thread_renaming *r = mem_alloc(sizeof *r);
	*r = (struct thread_renaming){.first = first, .second = second, .is_after = is_after};
	r->s = (struct substitution){c->ts, renamed, r, 0, false, {0}};
	for (uint32_t i = 0; i < c->r->part.n; i++) {
		const struct part *p = &c->r->part.at[i];
		if (!p->is_shared) {
			map_put(&r->to, p->var[FIRST].ix, claim_part(c, i, first).ix);
			map_put(&r->to, p->var[SECOND].ix, claim_part(c, i, second).ix);
		} else if (is_after) {
			map_put(&r->to, p->var[SHARED].ix, c->after[SHARED][i].ix);
		}
	}
	vec_push(&c->renaming, r);
	return r;
}

/* A term over FIRST and SECOND, for others in place of them; is_after: shared parts. */
static term rename_for(struct claim *c, term t, struct seat first, struct seat second,
                       bool is_after) {
	return substitute(&renaming_to(c, first, second, is_after)->s, t);
}

term claim_of_mover(struct claim *c, term t, uint32_t mover) {
	uint32_t other = mover == SECOND ? FIRST : SECOND;
	return rename_for(c, t, seat_before(mover, NO_POINT), seat_before(other, NO_POINT), false);
}

/* --- The invariant. --- */

static void add_value(struct claim *c, struct facts *f, uint32_t part, uint32_t thread,
                      uint64_t value) {
	const struct part *p = &c->r->part.at[part];
	if (!c->v->symbolic[part] && value != UNKNOWN_VALUE)
		facts_add(f, term_equal(c->ts, p->var[thread], term_u64(c->ts, p->width, value)));
}

static uint32_t node_point(const struct claim *c, uint32_t node, uint32_t which) {
	return c->v->local.at[c->v->node.at[node].local[which]].point;
}

static void add_thread(struct claim *c, struct facts *f, uint32_t local, uint32_t thread) {
	const struct local *l = &c->v->local.at[local];
	const struct control_point *p = &c->r->point.at[l->point];
	for (size_t i = 0; i < p->part.n; i++)
		add_value(c, f, p->part.at[i], thread, l->value[i]);
}

/* A predicate says whether a part has a value. */
static term meaning(struct claim *c, const struct predicate *p) {
	term is = term_equal(c->ts, c->r->part.at[p->of].var[SHARED], p->value);
	return term_equal(c->ts, c->r->part.at[p->part].var[SHARED], term_bool_to_bv(c->ts, is, 1));
}

static term form_node(struct claim *c, uint32_t node, uint32_t *weight) {
	const struct view *n = &c->v->node.at[node];
	struct facts f = {0};
	for (uint32_t i = 0; i < c->r->part.n; i++)
		if (part_is_used(c->r, i))
			add_value(c, &f, i, SHARED, c->v->shared.at[n->shared].value[i]);
	add_thread(c, &f, n->local[0], FIRST);
	if (n->local[1] != NO_LOCAL) {
		add_thread(c, &f, n->local[1], SECOND);
		uint32_t p = identity_part(c, node_point(c, node, 0));
		uint32_t q = identity_part(c, node_point(c, node, 1));
		if (p != NO_PART && q != NO_PART)
			facts_add(&f, term_distinct(c->ts, c->r->part.at[p].var[FIRST],
			                            c->r->part.at[q].var[SECOND]));
	}
	for (uint32_t i = 0; c->v->predicates && i < c->v->predicates->n; i++)
		facts_add(&f, meaning(c, &c->v->predicates->at[i]));
	for (size_t i = 0; i < n->atom.n; i++)
		facts_add(&f, n->atom.at[i]);
	if (n->local[0] == n->local[1]) {
		struct seat first = seat_before(SECOND, NO_POINT), second = seat_before(FIRST, NO_POINT);
		for (size_t i = 0; i < n->atom.n; i++)
			facts_add(&f, rename_for(c, n->atom.at[i], first, second, false));
	}
	*weight = (uint32_t)f.at.n;
	return claim_all(c, &f);
}

static struct meeting *find_meeting(struct claim *c, uint32_t p, uint32_t q) {
	uint64_t key = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p, known;
	if (map_get(&c->meeting_of, key, &known))
		return &c->meeting.at[known];
	map_put(&c->meeting_of, key, c->meeting.n);
	vec_push(&c->meeting, ((struct meeting){.point = {p, q}}));
	return &vec_last(&c->meeting);
}

static void form_invariant(struct claim *c) {
	for (uint32_t i = 0; i < c->v->node.n; i++) {
		uint32_t weight;
		c->formula[i] = form_node(c, i, &weight);
		if (c->v->node.at[i].local[1] == NO_LOCAL) {
			vec_push(&c->single[node_point(c, i, 0)].at, i);
			continue;
		}
		struct meeting *m = find_meeting(c, node_point(c, i, 0), node_point(c, i, 1));
		vec_push(&m->node.at, i);
		m->weight += weight;
	}
}

term claim_one(struct claim *c, struct seat t, uint32_t point, bool is_after) {
	struct facts f = {0};
	struct seat other = seat_before(t.thread == SECOND ? FIRST : SECOND, NO_POINT);
	const struct numbers *nodes = &c->single[point];
	for (size_t i = 0; i < nodes->at.n; i++)
		facts_add(&f, rename_for(c, c->formula[nodes->at.at[i]], t, other, is_after));
	return claim_any(c, &f);
}

void claim_add_meeting(struct claim *c, struct facts *f, const struct meeting *m, struct seat t,
                       struct seat u, bool is_after) {
	for (size_t i = 0; i < m->node.at.n; i++) {
		uint32_t node = m->node.at.at[i];
		const struct view *n = &c->v->node.at[node];
		for (int turned = 0; turned < (n->local[0] == n->local[1] ? 1 : 2); turned++) {
			struct seat a = turned ? u : t, b = turned ? t : u;
			term here = term_and(c->ts, claim_is_at(c, a, node_point(c, node, 0)),
			                     claim_is_at(c, b, node_point(c, node, 1)));
			if (!term_is_false(c->ts, here))
				facts_add(f,
				          term_and(c->ts, here, rename_for(c, c->formula[node], a, b, is_after)));
		}
	}
}

term claim_two(struct claim *c, struct seat t, struct seat u, bool is_after) {
	struct facts f = {0};
	for (size_t i = 0; i < c->meeting.n; i++) {
		const struct meeting *m = &c->meeting.at[i];
		if (m->point[0] == t.point || m->point[1] == t.point)
			claim_add_meeting(c, &f, m, t, u, is_after);
	}
	return claim_any(c, &f);
}

void claim_add_reads(struct claim *c, struct facts *f, uint32_t point, uint32_t mover) {
	size_t n = f->at.n;
	for (size_t i = 0; i < c->r->access.n; i++) {
		const struct array_access *a = &c->r->access.at[i];
		const struct array *of = &c->r->array.at[a->array];
		if (a->point != point || !a->value.ix)
			continue;
		struct array_instance to = {c->r->part.at[of->position].var[SHARED],
		                            claim_of_mover(c, a->offset, mover),
		                            c->r->part.at[of->cell].var[SHARED], a->value};
		struct substitution s = array_instantiate(c->ts, &to);
		for (size_t k = 0; k < n; k++)
			facts_add(f, substitute(&s, f->at.at[k]));
		substitution_free(&s);
	}
}

/* --- Steps. --- */

void claim_add_arrival(struct claim *c, struct facts *f, const struct arrival *a, uint32_t mover,
                       uint32_t who) {
	facts_add(f, claim_of_mover(c, a->guard, mover));
	for (uint32_t i = 0; i < a->nown; i++)
		facts_add(f, term_equal(c->ts, c->after[who][a->own[i].part],
		                        claim_of_mover(c, a->own[i].value, mover)));
}

static void close_renaming(struct thread_renaming *r) {
	map_free(&r->to);
	substitution_free(&r->s);
	mem_free(r);
}

/* Values after a step are those that it gives to parts.  Parts that the thread that steps has
 * no more, and those of threads that it creates, are variables. */
void claim_step(struct claim *c, const struct edge *e, uint32_t mover) {
	size_t kept = 0;
	for (size_t i = 0; i < c->renaming.n; i++) {
		struct thread_renaming *r = c->renaming.at[i];
		if (r->is_after || r->first.is_after || r->second.is_after)
			close_renaming(r);
		else
			c->renaming.at[kept++] = r;
	}
	c->renaming.n = kept;
	for (uint32_t k = 0; k < THREADS; k++)
		memcpy(c->after[k], c->fresh[k], c->r->part.n * sizeof *c->after[k]);
	for (uint32_t i = 0; i < c->r->part.n; i++)
		if (c->r->part.at[i].is_shared)
			c->after[SHARED][i] = c->r->part.at[i].var[SHARED];
	for (uint32_t i = 0; i < e->nshared; i++)
		c->after[SHARED][e->shared[i].part] = claim_of_mover(c, e->shared[i].value, mover);
	for (uint32_t i = 0; i < e->to.nown; i++)
		c->after[mover][e->to.own[i].part] = claim_of_mover(c, e->to.own[i].value, mover);
}

/* --- Questions. --- */

void claim_give_up(struct claim *c, enum checked verdict, const char *what, struct loc loc) {
	c->result.verdict = verdict;
	c->result.what = what;
	c->result.loc = loc;
}

void claim_demand(struct claim *c, const struct facts *f, term good, const char *what,
                  struct loc loc) {
	term bad = term_not(c->ts, good);
	bool trivial = term_is_false(c->ts, bad);
	c->asked.at.n = 0;
	facts_add_all(&c->asked, f);
	for (size_t i = 0; i < f->at.n; i++)
		trivial |= term_is_false(c->ts, f->at.at[i]);
	if (trivial || claim_is_over(c))
		return;
	if (symex_stop) {
		claim_give_up(c, CHECKED_UNDECIDED, "stopped", loc);
		return;
	}
	vec_push(&c->asked.at, bad);
	enum answer a = lemmas_ask(&c->lemmas, c->asked.at.at, c->asked.at.n);
	if (a == ANSWER_SAT)
		claim_give_up(c, CHECKED_FAILS, what, loc);
	else if (a != ANSWER_UNSAT)
		claim_give_up(c, CHECKED_UNDECIDED, "the solver has no answer", loc);
}

/* --- The beginning. --- */

/* Before the program begins, objects other than static ones do not exist.  Their bytes, which no
 * step reads until they do, count as 0, or, if a predicate asks for a value, as another one. */
static term value_of_nothing(struct claim *c, uint32_t part) {
	uint32_t width = c->r->part.at[part].width;
	for (uint32_t i = 0; c->v->predicates && i < c->v->predicates->n; i++)
		if (c->v->predicates->at[i].of == part)
			return term_add(c->ts, c->v->predicates->at[i].value, term_u64(c->ts, width, 1));
	return term_u64(c->ts, width, 0);
}

void claim_add_nothing_exists(struct claim *c, struct facts *f) {
	for (uint32_t i = 0; i < c->r->part.n; i++) {
		const struct part *p = &c->r->part.at[i];
		if (p->kind == PART_POSITION)
			continue;
		bool is_static = p->kind == PART_CELL && c->v->x->object.at[p->owner].kind == OBJECT_STATIC;
		if (p->is_shared && !is_static)
			facts_add(f, term_equal(c->ts, p->var[SHARED], value_of_nothing(c, i)));
	}
}

struct loc claim_loc(const struct claim *c, const struct edge *e) {
	return e->from == NO_POINT ? NO_LOC : c->r->point.at[e->from].loc;
}

/* --- All. --- */

void claim_open(struct claim *c, struct views *v) {
	*c = (struct claim){.v = v, .r = v->r, .ts = v->x->ts, .result = {.verdict = CHECKED_HOLDS}};
	lemmas_open(&c->lemmas, v->x);
	for (uint32_t k = 0; k < THREADS; k++) {
		c->point[k] = term_fresh(c->ts, sort_bv(POINT_BITS), "place");
		c->after[k] = mem_alloc((c->r->part.n + 1) * sizeof *c->after[k]);
		c->fresh[k] = mem_alloc((c->r->part.n + 1) * sizeof *c->fresh[k]);
		for (uint32_t i = 0; i < c->r->part.n; i++)
			c->fresh[k][i] = term_fresh(c->ts, sort_bv(c->r->part.at[i].width), "after");
	}
	c->single = mem_alloc((c->r->point.n + 1) * sizeof *c->single);
	c->formula = mem_alloc((c->v->node.n + 1) * sizeof *c->formula);
	form_invariant(c);
}

void claim_close(struct claim *c) {
	for (uint32_t k = 0; k < THREADS; k++) {
		mem_free(c->after[k]);
		mem_free(c->fresh[k]);
	}
	for (size_t i = 0; i < c->r->point.n; i++)
		vec_free(&c->single[i].at);
	mem_free(c->single);
	mem_free(c->formula);
	for (size_t i = 0; i < c->meeting.n; i++)
		vec_free(&c->meeting.at[i].node.at);
	vec_free(&c->meeting);
	map_free(&c->meeting_of);
	for (size_t i = 0; i < c->renaming.n; i++)
		close_renaming(c->renaming.at[i]);
	vec_free(&c->renaming);
	lemmas_close(&c->lemmas);
	vec_free(&c->asked.at);
}
