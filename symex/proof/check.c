#include "symex/proof/check.h"

#include <string.h>

#include "solvers/rewrite/substitute.h"
#include "symex/proof/lemma.h"
#include "symex/proof/race.h"
#include "util/diag.h"

/* Threads of a query: before its step, thread k has the variables part.var[k]. */
enum { SHARED = 0, FIRST = 1, SECOND = 2, THIRD = 3, THREADS = 4 };

/* A query is about several places of threads that do not step, as long as the nodes at these have
 * about so many conditions together. */
enum { PLACE_BITS = 16, MAX_WEIGHT = 1000, MOST_WEIGHT = 3 };

/* Threads are fewer than 2^29, and MOST_WEIGHT is the most that one counts. */
#define MOST_COUNTED ((int64_t)MOST_WEIGHT << 29)

struct facts {
	VEC(term) at;
};

struct numbers {
	VEC(uint32_t) at;
};

struct seat { /* a thread, before or after a step */
	uint32_t thread;
	bool is_after;
	uint32_t place; /* NO_PLACE: the variable of the thread says where it is */
};

/* Formulas over FIRST and SECOND, with others in place of them. */
struct renaming {
	struct seat first, second;
	bool is_after; /* shared parts */
	struct map to; /* variable -> variable */
	struct substitution s;
};

struct meeting { /* two places at which two threads are at the same time, in some node */
	uint32_t place[2];
	struct numbers node;
	uint32_t weight;
};

struct checking {
	struct views *v;
	const struct relation *r;
	struct terms *ts;
	term place[THREADS];    /* variables */
	term *fresh[THREADS];   /* variables, by part */
	term *after[THREADS];   /* by part: the value after the step that is looked at */
	struct numbers *single; /* nodes, by place */
	VEC(struct meeting) meeting;
	struct map meeting_of; /* by places */
	term *formula;         /* by node, without the places */
	VEC(struct renaming *) renaming;
	bool main_stays;
	struct lemmas lemmas;
	struct facts asked;
	struct check result;
};

static bool is_over(const struct checking *c) {
	return c->result.verdict != CHECKED_HOLDS;
}

/* --- Formulas. --- */

static void add(struct facts *f, term t) {
	vec_push(&f->at, t);
}

static void add_all(struct facts *f, const struct facts *more) {
	for (size_t i = 0; i < more->at.n; i++)
		add(f, more->at.at[i]);
}

static term join(struct checking *c, const term *at, size_t n, bool is_and) {
	if (!n)
		return term_bool(c->ts, is_and);
	if (n == 1)
		return at[0];
	term a = join(c, at, n / 2, is_and), b = join(c, at + n / 2, n - n / 2, is_and);
	return is_and ? term_and(c->ts, a, b) : term_or(c->ts, a, b);
}

/* Consumes the facts. */
static term all(struct checking *c, struct facts *f) {
	term t = join(c, f->at.at, f->at.n, true);
	vec_free(&f->at);
	return t;
}

static term any(struct checking *c, struct facts *f) {
	term t = join(c, f->at.at, f->at.n, false);
	vec_free(&f->at);
	return t;
}

static struct seat before(uint32_t thread, uint32_t place) {
	return (struct seat){thread, false, place};
}

static struct seat after(uint32_t thread, uint32_t place) {
	return (struct seat){thread, true, place};
}

static term part_of(const struct checking *c, uint32_t part, struct seat s) {
	return s.is_after ? c->after[s.thread][part] : c->r->part.at[part].var[s.thread];
}

static term is_at(struct checking *c, struct seat s, uint32_t place) {
	if (s.place != NO_PLACE)
		return term_bool(c->ts, s.place == place);
	return term_equal(c->ts, c->place[s.thread], term_u64(c->ts, PLACE_BITS, place));
}

static term renamed(void *context, term var) {
	struct renaming *r = context;
	uint64_t to;
	return map_get(&r->to, var.ix, &to) ? (term){(uint32_t)to} : var;
}

static bool same_seat(struct seat a, struct seat b) {
	return a.thread == b.thread && a.is_after == b.is_after;
}

static struct renaming *renaming_to(struct checking *c, struct seat first, struct seat second,
                                    bool is_after) {
	for (size_t i = 0; i < c->renaming.n; i++) {
		struct renaming *r = c->renaming.at[i];
		if (same_seat(r->first, first) && same_seat(r->second, second) && r->is_after == is_after)
			return r;
	}
	struct renaming *r = mem_alloc(sizeof *r);
	*r = (struct renaming){.first = first, .second = second, .is_after = is_after};
	r->s = (struct substitution){c->ts, renamed, r, 0, false, {0}};
	for (uint32_t i = 0; i < c->r->part.n; i++) {
		const struct part *p = &c->r->part.at[i];
		if (!p->is_shared) {
			map_put(&r->to, p->var[FIRST].ix, part_of(c, i, first).ix);
			map_put(&r->to, p->var[SECOND].ix, part_of(c, i, second).ix);
		} else if (is_after) {
			map_put(&r->to, p->var[SHARED].ix, c->after[SHARED][i].ix);
		}
	}
	vec_push(&c->renaming, r);
	return r;
}

static term rename_to(struct checking *c, term t, struct seat first, struct seat second,
                      bool is_after) {
	return substitute(&renaming_to(c, first, second, is_after)->s, t);
}

/* A term of a step, which is over FIRST, for the thread that steps. */
static term of_mover(struct checking *c, term t, uint32_t mover) {
	uint32_t other = mover == SECOND ? FIRST : SECOND;
	return rename_to(c, t, before(mover, NO_PLACE), before(other, NO_PLACE), false);
}

/* --- The invariant. --- */

static void add_value(struct checking *c, struct facts *f, uint32_t part, uint32_t thread,
                      uint64_t value) {
	const struct part *p = &c->r->part.at[part];
	if (!c->v->symbolic[part] && value != UNKNOWN_VALUE)
		add(f, term_equal(c->ts, p->var[thread], term_u64(c->ts, p->width, value)));
}

static uint32_t node_place(const struct checking *c, uint32_t node, uint32_t which) {
	return c->v->local.at[c->v->node.at[node].local[which]].place;
}

static void add_thread(struct checking *c, struct facts *f, uint32_t local, uint32_t thread) {
	const struct local *l = &c->v->local.at[local];
	const struct place *p = &c->r->place.at[l->place];
	for (size_t i = 0; i < p->part.n; i++)
		add_value(c, f, p->part.at[i], thread, l->value[i]);
}

/* The part that is the number of a thread at the place; NO_PART: it is the only one of its kind. */
static uint32_t number_part(const struct checking *c, uint32_t place) {
	const struct template *t = &c->r->template.at[c->r->place.at[place].tid];
	return t->is_many ? t->number : NO_PART;
}

/* A predicate says whether a part has a value. */
static term meaning(struct checking *c, const struct predicate *p) {
	term is = term_equal(c->ts, c->r->part.at[p->of].var[SHARED], p->value);
	return term_equal(c->ts, c->r->part.at[p->part].var[SHARED], term_bool_to_bv(c->ts, is, 1));
}

static term form_node(struct checking *c, uint32_t node, uint32_t *weight) {
	const struct node *n = &c->v->node.at[node];
	struct facts f = {0};
	for (uint32_t i = 0; i < c->r->part.n; i++)
		if (part_is_used(c->r, i))
			add_value(c, &f, i, SHARED, c->v->shared.at[n->shared].value[i]);
	add_thread(c, &f, n->local[0], FIRST);
	if (n->local[1] != NO_LOCAL) {
		add_thread(c, &f, n->local[1], SECOND);
		uint32_t p = number_part(c, node_place(c, node, 0));
		uint32_t q = number_part(c, node_place(c, node, 1));
		if (p != NO_PART && q != NO_PART)
			add(&f,
			    term_distinct(c->ts, c->r->part.at[p].var[FIRST], c->r->part.at[q].var[SECOND]));
	}
	for (uint32_t i = 0; c->v->predicates && i < c->v->predicates->n; i++)
		add(&f, meaning(c, &c->v->predicates->at[i]));
	for (size_t i = 0; i < n->atom.n; i++)
		add(&f, n->atom.at[i]);
	if (n->local[0] == n->local[1]) {
		struct seat first = before(SECOND, NO_PLACE), second = before(FIRST, NO_PLACE);
		for (size_t i = 0; i < n->atom.n; i++)
			add(&f, rename_to(c, n->atom.at[i], first, second, false));
	}
	*weight = (uint32_t)f.at.n;
	return all(c, &f);
}

static struct meeting *find_meeting(struct checking *c, uint32_t p, uint32_t q) {
	uint64_t key = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p, known;
	if (map_get(&c->meeting_of, key, &known))
		return &c->meeting.at[known];
	map_put(&c->meeting_of, key, c->meeting.n);
	vec_push(&c->meeting, ((struct meeting){.place = {p, q}}));
	return &vec_last(&c->meeting);
}

static void form_invariant(struct checking *c) {
	for (uint32_t i = 0; i < c->v->node.n; i++) {
		uint32_t weight;
		c->formula[i] = form_node(c, i, &weight);
		if (c->v->node.at[i].local[1] == NO_LOCAL) {
			vec_push(&c->single[node_place(c, i, 0)].at, i);
			continue;
		}
		struct meeting *m = find_meeting(c, node_place(c, i, 0), node_place(c, i, 1));
		vec_push(&m->node.at, i);
		m->weight += weight;
	}
}

/* Inv1 of a thread at the place. */
static term inv1(struct checking *c, struct seat t, uint32_t place, bool is_after) {
	struct facts f = {0};
	struct seat other = before(t.thread == SECOND ? FIRST : SECOND, NO_PLACE);
	const struct numbers *nodes = &c->single[place];
	for (size_t i = 0; i < nodes->at.n; i++)
		add(&f, rename_to(c, c->formula[nodes->at.at[i]], t, other, is_after));
	return any(c, &f);
}

/* Inv2 of two threads at the places of a meeting: the cases of which one holds. */
static void add_meeting(struct checking *c, struct facts *f, const struct meeting *m, struct seat t,
                        struct seat u, bool is_after) {
	for (size_t i = 0; i < m->node.at.n; i++) {
		uint32_t node = m->node.at.at[i];
		const struct node *n = &c->v->node.at[node];
		for (int turned = 0; turned < (n->local[0] == n->local[1] ? 1 : 2); turned++) {
			struct seat a = turned ? u : t, b = turned ? t : u;
			term here = term_and(c->ts, is_at(c, a, node_place(c, node, 0)),
			                     is_at(c, b, node_place(c, node, 1)));
			if (!term_is_false(c->ts, here))
				add(f, term_and(c->ts, here, rename_to(c, c->formula[node], a, b, is_after)));
		}
	}
}

/* Inv2 of two threads, where t is at its place. */
static term inv2(struct checking *c, struct seat t, struct seat u, bool is_after) {
	struct facts f = {0};
	for (size_t i = 0; i < c->meeting.n; i++) {
		const struct meeting *m = &c->meeting.at[i];
		if (m->place[0] == t.place || m->place[1] == t.place)
			add_meeting(c, &f, m, t, u, is_after);
	}
	return any(c, &f);
}

/* --- Steps. --- */

static void add_arrival(struct checking *c, struct facts *f, const struct arrival *a,
                        uint32_t mover, uint32_t who) {
	add(f, of_mover(c, a->guard, mover));
	for (uint32_t i = 0; i < a->nown; i++)
		add(f,
		    term_equal(c->ts, c->after[who][a->own[i].part], of_mover(c, a->own[i].value, mover)));
}

static void close_renaming(struct renaming *r) {
	map_free(&r->to);
	substitution_free(&r->s);
	mem_free(r);
}

/* Values after a step are those that it gives to parts.  Parts that the thread that steps has
 * no more, and those of threads that it creates, are variables. */
static void take_step(struct checking *c, const struct edge *e, uint32_t mover) {
	size_t kept = 0;
	for (size_t i = 0; i < c->renaming.n; i++) {
		struct renaming *r = c->renaming.at[i];
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
		c->after[SHARED][e->shared[i].part] = of_mover(c, e->shared[i].value, mover);
	for (uint32_t i = 0; i < e->to.nown; i++)
		c->after[mover][e->to.own[i].part] = of_mover(c, e->to.own[i].value, mover);
}

/* The number of a thread that a step creates; NO_TERM: it is the only one of its kind. */
static term new_number(struct checking *c, const struct arrival *a, uint32_t mover) {
	uint32_t part = number_part(c, a->place);
	for (uint32_t i = 0; part != NO_PART && i < a->nown; i++)
		if (a->own[i].part == part)
			return of_mover(c, a->own[i].value, mover);
	return NO_TERM;
}

/* The number of the new thread differs from that of another, if this is at the place. */
static void add_new_number(struct checking *c, struct facts *f, const struct arrival *a,
                           uint32_t mover, struct seat other, uint32_t place) {
	term number = new_number(c, a, mover);
	uint32_t part = number_part(c, place);
	if (number.ix && part != NO_PART)
		add(f, term_implies(c->ts, is_at(c, other, place),
		                    term_distinct(c->ts, number, part_of(c, part, other))));
}

/* --- Counters. --- */

/* The flag of a thread; of one that thread FIRST creates, as it gives it. */
static term flag_of(struct checking *c, uint32_t part, struct seat t, const struct arrival *new) {
	for (uint32_t i = 0; new &&i < new->nown; i++)
		if (new->own[i].part == part)
			return of_mover(c, new->own[i].value, FIRST);
	return part_of(c, part, t);
}

/* The condition that the thread, at the place, has this weight. */
static term weighs(struct checking *c, const struct counter *k, struct seat t,
                   const struct arrival *new, uint32_t place, int64_t weight) {
	const struct weights *w = &k->weight[place];
	struct facts cases = {0};
	for (uint32_t values = 0; values < 1u << w->nflags; values++) {
		struct facts f = {0};
		for (uint32_t i = 0; i < w->nflags && w->at[values] == weight; i++) {
			term flag = flag_of(c, w->flag[i], t, new);
			term zero = term_u64(c->ts, c->r->part.at[w->flag[i]].width, 0);
			add(&f,
			    values >> i & 1 ? term_distinct(c->ts, flag, zero) : term_equal(c->ts, flag, zero));
		}
		term here = all(c, &f);
		if (w->at[values] == weight)
			add(&cases, here);
	}
	return any(c, &cases);
}

/* The condition that the thread is where it has this weight. */
static term has_weight(struct checking *c, const struct counter *k, struct seat t, int64_t weight) {
	struct facts f = {0};
	for (uint32_t i = 0; i < c->r->place.n; i++)
		add(&f, term_and(c->ts, is_at(c, t, i), weighs(c, k, t, NULL, i, weight)));
	return any(c, &f);
}

static bool is_natural(const struct checking *c, const struct counter *k) {
	for (uint32_t p = 0; p < c->r->place.n; p++)
		for (uint32_t i = 0; i < 1u << k->weight[p].nflags; i++)
			if (k->weight[p].at[i] < 0)
				return false;
	return true;
}

/* Where 'here' holds, the counter is no less than 'least' and the weights of these threads. */
static void add_least(struct checking *c, struct facts *f, const struct counter *k,
                      const struct seat *t, uint32_t n, term here, int64_t least) {
	uint32_t width = c->r->part.at[k->part].width;
	term var = c->r->part.at[k->part].var[SHARED];
	if (term_is_false(c->ts, here))
		return;
	if (!n) {
		add(f, term_implies(c->ts, here, term_sle(c->ts, term_i64(c->ts, width, least), var)));
		return;
	}
	add_least(c, f, k, t + 1, n - 1, here, least);
	for (int64_t weight = 1; weight <= MOST_WEIGHT; weight++)
		add_least(c, f, k, t + 1, n - 1, term_and(c->ts, here, has_weight(c, k, *t, weight)),
		          least + weight);
}

/* A counter is the sum of the weights of all threads: no less than the weights of some, if none is
 * negative.  It does not overflow: threads have numbers of 29 bits. */
static void add_counts(struct checking *c, struct facts *f, const struct seat *t, uint32_t n) {
	for (size_t i = 0; c->v->counters && i < c->v->counters->at.n; i++) {
		const struct counter *k = &c->v->counters->at.at[i];
		uint32_t width = c->r->part.at[k->part].width;
		term var = c->r->part.at[k->part].var[SHARED], most = term_i64(c->ts, width, MOST_COUNTED);
		if (is_natural(c, k))
			add_least(c, f, k, t, n, term_true(c->ts), 0);
		else
			add(f, term_sle(c->ts, term_neg(c->ts, most), var));
		add(f, term_sle(c->ts, var, most));
	}
}

/* --- Questions. --- */

static void give_up(struct checking *c, enum checked verdict, const char *what, struct loc loc) {
	c->result.verdict = verdict;
	c->result.what = what;
	c->result.loc = loc;
}

/* Where the facts hold, 'good' must hold. */
static void demand(struct checking *c, const struct facts *f, term good, const char *what,
                   struct loc loc) {
	term bad = term_not(c->ts, good);
	bool trivial = term_is_false(c->ts, bad);
	c->asked.at.n = 0;
	add_all(&c->asked, f);
	for (size_t i = 0; i < f->at.n; i++)
		trivial |= term_is_false(c->ts, f->at.at[i]);
	if (trivial || is_over(c))
		return;
	if (symex_stop) {
		give_up(c, CHECKED_UNDECIDED, "stopped", loc);
		return;
	}
	vec_push(&c->asked.at, bad);
	enum answer a = lemmas_ask(&c->lemmas, c->asked.at.at, c->asked.at.n);
	if (a == ANSWER_SAT)
		give_up(c, CHECKED_FAILS, what, loc);
	else if (a != ANSWER_UNSAT)
		give_up(c, CHECKED_UNDECIDED, "the solver has no answer", loc);
}

/* --- The beginning. --- */

/* Before the program begins, objects other than static ones do not exist.  Their bytes, which no
 * step reads until they do, count as 0, or, if a predicate asks for a value, as another one. */
static term value_of_nothing(struct checking *c, uint32_t part) {
	uint32_t width = c->r->part.at[part].width;
	for (uint32_t i = 0; c->v->predicates && i < c->v->predicates->n; i++)
		if (c->v->predicates->at[i].of == part)
			return term_add(c->ts, c->v->predicates->at[i].value, term_u64(c->ts, width, 1));
	return term_u64(c->ts, width, 0);
}

static void add_nothing_exists(struct checking *c, struct facts *f) {
	for (uint32_t i = 0; i < c->r->part.n; i++) {
		const struct part *p = &c->r->part.at[i];
		bool is_static = p->kind == PART_CELL && c->v->x->object.at[p->owner].kind == OBJECT_STATIC;
		if (p->is_shared && !is_static)
			add(f, term_equal(c->ts, p->var[SHARED], value_of_nothing(c, i)));
	}
}

static struct loc loc_of(const struct checking *c, const struct edge *e) {
	return e->from == NO_PLACE ? NO_LOC : c->r->place.at[e->from].loc;
}

/* The weight of a thread at the place; of one that has ended, 0. */
static term weight_of(struct checking *c, const struct counter *k, struct seat t,
                      const struct arrival *new) {
	uint32_t width = c->r->part.at[k->part].width;
	term weight = term_i64(c->ts, width, 0);
	for (int64_t w = -MOST_WEIGHT; w <= MOST_WEIGHT && t.place != NO_PLACE; w++)
		weight =
		    term_ite(c->ts, weighs(c, k, t, new, t.place, w), term_i64(c->ts, width, w), weight);
	return weight;
}

static void check_weights(struct checking *c, const struct counter *k) {
	for (uint32_t p = 0; p < c->r->place.n; p++)
		for (uint32_t i = 0; i < 1u << k->weight[p].nflags; i++)
			if (k->weight[p].at[i] > MOST_WEIGHT || k->weight[p].at[i] < -MOST_WEIGHT)
				give_up(c, CHECKED_FAILS, "the weights of a counter", c->r->place.at[p].loc);
}

/* A step changes a counter as it changes the sum of weights. */
static void check_counters(struct checking *c, const struct facts *step, const struct edge *e) {
	for (size_t i = 0; c->v->counters && i < c->v->counters->at.n; i++) {
		const struct counter *k = &c->v->counters->at.at[i];
		uint32_t width = c->r->part.at[k->part].width;
		term sum = e->from == NO_PLACE ? term_i64(c->ts, width, 0)
		                               : term_sub(c->ts, c->r->part.at[k->part].var[SHARED],
		                                          weight_of(c, k, before(FIRST, e->from), NULL));
		sum = term_add(c->ts, sum, weight_of(c, k, after(FIRST, e->to.place), NULL));
		for (uint32_t n = 0; n < e->nspawned; n++) {
			const struct arrival *a = &e->spawned[n];
			term more = weight_of(c, k, after(THIRD, a->place), a);
			sum = term_ite(c->ts, a->guard, term_add(c->ts, sum, more), sum);
		}
		demand(c, step, term_equal(c->ts, c->after[SHARED][k->part], sum), "a counter of threads",
		       loc_of(c, e));
		check_weights(c, k);
	}
}

static void check_begin(struct checking *c, const struct edge *e) {
	struct facts f = {0};
	add_nothing_exists(c, &f);
	take_step(c, e, FIRST);
	add(&f, of_mover(c, e->to.guard, FIRST));
	check_counters(c, &f, e);
	if (e->to.place != NO_PLACE)
		demand(c, &f, inv1(c, after(FIRST, e->to.place), e->to.place, true), "the beginning",
		       NO_LOC);
	if (e->nspawned)
		give_up(c, CHECKED_FAILS, "a thread beside main at the beginning", NO_LOC);
	vec_free(&f.at);
}

/* --- One thread. --- */

static void check_two_new(struct checking *c, const struct facts *step, const struct edge *e,
                          const struct arrival *a, const struct arrival *b) {
	struct facts f = {0};
	add_all(&f, step);
	add_arrival(c, &f, a, FIRST, THIRD);
	add_arrival(c, &f, b, FIRST, SECOND);
	term p = new_number(c, a, FIRST), q = new_number(c, b, FIRST);
	if (p.ix && q.ix)
		add(&f, term_distinct(c->ts, p, q));
	demand(c, &f, inv2(c, after(THIRD, a->place), after(SECOND, b->place), true), "two new threads",
	       loc_of(c, e));
	vec_free(&f.at);
}

static void check_new(struct checking *c, const struct facts *step, const struct edge *e,
                      const struct arrival *a) {
	struct seat new = after(THIRD, a->place), creator = after(FIRST, e->to.place);
	struct facts f = {0};
	add_all(&f, step);
	add_arrival(c, &f, a, FIRST, THIRD);
	add_new_number(c, &f, a, FIRST, before(FIRST, e->from), e->from);
	demand(c, &f, inv1(c, new, a->place, true), "a new thread", loc_of(c, e));
	if (e->to.place != NO_PLACE)
		demand(c, &f, inv2(c, new, creator, true), "a new thread and its creator", loc_of(c, e));
	vec_free(&f.at);
}

static void check_single(struct checking *c, const struct edge *e) {
	struct seat mover = before(FIRST, e->from);
	struct facts f = {0};
	add(&f, of_mover(c, e->to.guard, FIRST));
	check_counters(c, &f, e);
	add(&f, inv1(c, mover, e->from, false));
	add_counts(c, &f, &mover, 1);
	if (e->to.place != NO_PLACE)
		demand(c, &f, inv1(c, after(FIRST, e->to.place), e->to.place, true),
		       "one thread, which steps", loc_of(c, e));
	for (uint32_t i = 0; i < e->nspawned; i++) {
		if (e->spawned[i].place == NO_PLACE)
			continue;
		check_new(c, &f, e, &e->spawned[i]);
		for (uint32_t k = 0; k < i; k++)
			if (e->spawned[k].place != NO_PLACE)
				check_two_new(c, &f, e, &e->spawned[i], &e->spawned[k]);
	}
	vec_free(&f.at);
}

/* --- Two threads. --- */

static bool is_atomic(const struct checking *c, uint32_t place) {
	return c->r->place.at[place].is_atomic;
}

/* The place of the other thread, if one is at this place; NO_PLACE: none is. */
static uint32_t other_place(const struct meeting *m, uint32_t place) {
	return m->place[0] == place ? m->place[1] : m->place[1] == place ? m->place[0] : NO_PLACE;
}

/* Thread FIRST steps, SECOND is at the other place of one of these meetings. */
static void check_pair_at(struct checking *c, const struct edge *e, const struct numbers *some) {
	struct seat mover = before(FIRST, e->from), other = before(SECOND, NO_PLACE);
	struct facts f = {0}, cases = {0}, others = {0};
	for (size_t i = 0; i < some->at.n; i++) {
		const struct meeting *m = &c->meeting.at[some->at.at[i]];
		uint32_t place = other_place(m, e->from);
		add_meeting(c, &cases, m, mover, other, false);
		add(&others, term_and(c->ts, is_at(c, other, place), inv1(c, other, place, true)));
	}
	add(&f, any(c, &cases));
	add_counts(c, &f, (const struct seat[]){mover, other}, 2);
	add(&f, of_mover(c, e->to.guard, FIRST));
	if (e->to.place != NO_PLACE)
		demand(c, &f, inv2(c, after(FIRST, e->to.place), other, true),
		       "two threads, one of which steps", loc_of(c, e));
	if (e->nshared)
		demand(c, &f, any(c, &others), "one thread, while another steps", loc_of(c, e));
	else
		vec_free(&others.at);
	for (uint32_t i = 0; i < e->nspawned; i++) {
		const struct arrival *a = &e->spawned[i];
		if (a->place == NO_PLACE)
			continue;
		struct facts g = {0};
		add_all(&g, &f);
		add_arrival(c, &g, a, FIRST, THIRD);
		for (uint32_t k = 0; k < c->r->place.n; k++)
			add_new_number(c, &g, a, FIRST, other, k);
		demand(c, &g, inv2(c, after(THIRD, a->place), other, true), "a new thread and another one",
		       loc_of(c, e));
		vec_free(&g.at);
	}
	vec_free(&f.at);
}

static void check_pair(struct checking *c, const struct edge *e) {
	struct numbers some = {0};
	uint32_t weight = 0;
	for (uint32_t i = 0; i <= c->meeting.n && !is_over(c); i++) {
		if (some.at.n && (i == c->meeting.n || weight > MAX_WEIGHT)) {
			check_pair_at(c, e, &some);
			some.at.n = weight = 0;
		}
		if (i == c->meeting.n)
			break;
		uint32_t other = other_place(&c->meeting.at[i], e->from);
		if (other == NO_PLACE || is_atomic(c, other))
			continue;
		vec_push(&some.at, i);
		weight += c->meeting.at[i].weight;
	}
	vec_free(&some.at);
}

/* --- Three threads. --- */

/* Thread THIRD steps, FIRST and SECOND are at the places of one of these meetings. */
static void check_triple_at(struct checking *c, const struct edge *e, const struct numbers *some) {
	struct seat mover = before(THIRD, e->from);
	struct seat t = before(FIRST, NO_PLACE), u = before(SECOND, NO_PLACE);
	struct facts f = {0}, cases = {0}, good = {0};
	for (size_t i = 0; i < some->at.n; i++) {
		const struct meeting *m = &c->meeting.at[some->at.at[i]];
		add_meeting(c, &cases, m, t, u, false);
		add_meeting(c, &good, m, t, u, true);
	}
	add(&f, any(c, &cases));
	add(&f, inv2(c, mover, t, false));
	add(&f, inv2(c, mover, u, false));
	add_counts(c, &f, (const struct seat[]){t, u, mover}, 3);
	add(&f, of_mover(c, e->to.guard, THIRD));
	demand(c, &f, any(c, &good), "two threads, while a third one steps", loc_of(c, e));
	vec_free(&f.at);
}

static void check_triple(struct checking *c, const struct edge *e) {
	bool *meets = mem_alloc(c->r->place.n + 1);
	struct numbers some = {0};
	uint32_t weight = 0;
	for (size_t i = 0; i < c->meeting.n; i++) {
		uint32_t other = other_place(&c->meeting.at[i], e->from);
		if (other != NO_PLACE)
			meets[other] = !is_atomic(c, other);
	}
	for (uint32_t i = 0; i <= c->meeting.n && !is_over(c); i++) {
		if (some.at.n && (i == c->meeting.n || weight > MAX_WEIGHT)) {
			check_triple_at(c, e, &some);
			some.at.n = weight = 0;
		}
		if (i == c->meeting.n)
			break;
		const struct meeting *m = &c->meeting.at[i];
		if (!meets[m->place[0]] || !meets[m->place[1]])
			continue;
		vec_push(&some.at, i);
		weight += m->weight;
	}
	vec_free(&some.at);
	mem_free(meets);
}

/* --- Obligations. --- */

/* Main does not end while the program runs: it is beside every other thread. */
static bool main_stays(const struct checking *c) {
	for (size_t i = 0; i < c->r->begin.n; i++)
		if (c->r->begin.at[i].to.place == NO_PLACE)
			return false;
	for (size_t i = 0; i < c->r->edge.n; i++)
		if (!c->r->place.at[c->r->edge.at[i].from].tid && c->r->edge.at[i].to.place == NO_PLACE)
			return false;
	return true;
}

static void check_safe(struct checking *c, uint32_t place) {
	const struct place *p = &c->r->place.at[place];
	struct seat t = before(FIRST, place), main = before(SECOND, NO_PLACE);
	struct facts f = {0}, cases = {0};
	add(&f, inv1(c, t, place, false));
	if (p->tid && c->main_stays) {
		for (size_t i = 0; i < c->meeting.n; i++) {
			uint32_t other = other_place(&c->meeting.at[i], place);
			if (other != NO_PLACE && !c->r->place.at[other].tid)
				add_meeting(c, &cases, &c->meeting.at[i], t, main, false);
		}
		add(&f, any(c, &cases));
		add_counts(c, &f, (const struct seat[]){t, main}, 2);
	} else {
		add_counts(c, &f, &t, 1);
	}
	for (size_t i = 0; i < p->obligation.n; i++)
		demand(c, &f, term_not(c->ts, p->obligation.at[i].violated), "an obligation",
		       p->obligation.at[i].loc);
	vec_free(&f.at);
}

static void check_races(struct checking *c, const struct meeting *m) {
	size_t n;
	uint32_t p = m->place[0], q = m->place[1];
	const struct obligation *o = races_of(c->v->races, c->v, p, q, &n);
	struct facts f = {0}, cases = {0};
	add_meeting(c, &cases, m, before(FIRST, p), before(SECOND, q), false);
	add(&f, any(c, &cases));
	for (size_t i = 0; i < n; i++)
		demand(c, &f, term_not(c->ts, o[i].violated), "a data race", o[i].loc);
	vec_free(&f.at);
}

/* --- All. --- */

static void start(struct checking *c) {
	for (uint32_t k = 0; k < THREADS; k++) {
		c->place[k] = term_fresh(c->ts, sort_bv(PLACE_BITS), "place");
		c->after[k] = mem_alloc((c->r->part.n + 1) * sizeof *c->after[k]);
		c->fresh[k] = mem_alloc((c->r->part.n + 1) * sizeof *c->fresh[k]);
		for (uint32_t i = 0; i < c->r->part.n; i++)
			c->fresh[k][i] = term_fresh(c->ts, sort_bv(c->r->part.at[i].width), "after");
	}
	c->single = mem_alloc((c->r->place.n + 1) * sizeof *c->single);
	c->formula = mem_alloc((c->v->node.n + 1) * sizeof *c->formula);
}

static void finish(struct checking *c) {
	for (uint32_t k = 0; k < THREADS; k++) {
		mem_free(c->after[k]);
		mem_free(c->fresh[k]);
	}
	for (size_t i = 0; i < c->r->place.n; i++)
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
}

struct check check_invariant(struct views *v) {
	struct checking c = {.v = v, .r = v->r, .ts = v->x->ts, .result = {.verdict = CHECKED_HOLDS}};
	lemmas_open(&c.lemmas, v->x);
	start(&c);
	form_invariant(&c);
	c.main_stays = main_stays(&c);
	for (size_t i = 0; i < c.r->begin.n; i++)
		check_begin(&c, &c.r->begin.at[i]);
	for (size_t i = 0; i < c.r->edge.n && !is_over(&c); i++) {
		const struct edge *e = &c.r->edge.at[i];
		take_step(&c, e, FIRST);
		check_single(&c, e);
		check_pair(&c, e);
		if (!e->nshared)
			continue;
		take_step(&c, e, THIRD);
		check_triple(&c, e);
	}
	for (uint32_t i = 0; i < c.r->place.n && !is_over(&c); i++)
		check_safe(&c, i);
	for (size_t i = 0; v->races && i < c.meeting.n && !is_over(&c); i++)
		check_races(&c, &c.meeting.at[i]);
	finish(&c);
	c.result.queries = c.lemmas.queries;
	lemmas_close(&c.lemmas);
	vec_free(&c.asked.at);
	return c.result;
}
