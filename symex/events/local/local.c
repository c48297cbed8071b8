#include "symex/events/local/local.h"

#include "solvers/rewrite/substitute.h"
#include "solvers/sat/sat.h"
#include "solvers/sat/sat_engine.h"
#include "symex/config.h"
#include "util/base/intern.h"

enum { NEAR = 6, FAR = 20 };            /* branches of a path that are looked at */
enum { MOST_TERMS = 600, EFFORT = 20 }; /* of a query */
enum { MOST_QUERIES = 100 };            /* of a solver */

const struct object_writes *local_writes(const struct local_facts *l, uint32_t object) {
	uint64_t ix;
	return map_get(&l->of, object, &ix) ? &l->object.at[ix] : NULL;
}

void local_add(struct local_facts *l, uint32_t read, term holds, uint32_t candidate) {
	if (term_is_true(l->e->x->ts, holds))
		return;
	vec_push(&l->fact, ((struct fact){holds, candidate, l->first.at[read], false}));
	l->first.at[read] = (uint32_t)l->fact.n;
}

/* --- Queries. --- */

struct local_query {
	struct local_facts *l;
	const struct guard *path;
	uint32_t write;
	struct map seen; /* terms */
	VEC(term) todo, part;
	VEC(term) var;   /* in the order in which they were found */
	struct map name; /* variable -> its canonical one */
};

static void add_part(struct local_query *q, term t) {
	if (term_is_true(q->l->e->x->ts, t))
		return;
	vec_push(&q->part, t);
	vec_push(&q->todo, t);
}

/* May the candidates be assumed of the read? */
static bool is_earlier(const struct local_query *q, uint32_t read) {
	const struct events *e = q->l->e;
	if (q->l->trusts_candidates)
		return true;
	return q->write != NO_EVENT && read < q->write &&
	       e->node.at[e->event.at[read].node].tid == e->node.at[e->event.at[q->write].node].tid;
}

/* The condition that the read happens, if the path is taken; false: it has too many branches. */
static bool find_condition(const struct local_query *q, const struct event *r, term *happens) {
	struct terms *ts = q->l->e->x->ts;
	const struct guard *g = r->path;
	*happens = r->pointer_guard;
	for (unsigned n = 0; !guard_implies(q->path, g); g = g->up) {
		if (n++ == NEAR)
			return false;
		*happens = term_and(ts, *happens, g->condition);
	}
	return true;
}

static void add_facts(struct local_query *q, uint32_t read) {
	struct local_facts *l = q->l;
	term happens;
	if (!l->first.at[read] || !find_condition(q, &l->e->event.at[read], &happens))
		return;
	for (uint32_t k = l->first.at[read]; k; k = l->fact.at[k - 1].next) {
		const struct fact *f = &l->fact.at[k - 1];
		if (!f->candidate || (!l->candidate.at[f->candidate - 1].is_dropped && is_earlier(q, read)))
			add_part(q, term_implies(l->e->x->ts, happens, f->holds));
	}
}

static void visit(struct local_query *q, term t) {
	struct terms *ts = q->l->e->x->ts;
	uint64_t read;
	if (map_get(&q->seen, t.ix, NULL))
		return;
	map_put(&q->seen, t.ix, 1);
	if (term_kind(ts, t) == TERM_VAR) {
		struct sort s = term_sort(ts, t);
		const char *name = intern_printf("any!%zu", q->var.n);
		map_put(&q->name, t.ix, term_var(ts, s, name).ix);
		vec_push(&q->var, t);
		if (map_get(&q->l->reader, t.ix, &read))
			add_facts(q, (uint32_t)read);
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		vec_push(&q->todo, term_arg(ts, t, i));
}

/* Implements 'value' of struct substitution. */
static term canonical(void *context, term var) {
	const struct local_query *q = context;
	uint64_t name;
	return map_get(&q->name, var.ix, &name) ? (term){(uint32_t)name} : var;
}

/* A solver has some queries, which share variables, but not all of them. */
static struct solver *next_solver(struct local_facts *l) {
	struct solver_config config = l->e->x->config->solver_config;
	config.sat_engine = &sat_own;
	config.effort = EFFORT;
	if (l->solver && l->asked++ % MOST_QUERIES == 0) {
		l->solver->ops->close(l->solver);
		l->solver = NULL;
	}
	if (!l->solver)
		l->solver = solver_sat.open(l->e->x->ts, &config);
	return l->solver;
}

static bool is_impossible(struct local_facts *l, term t) {
	uint64_t known;
	if (map_get(&l->e->facts.impossible, t.ix, &known))
		return known;
	struct solver *s = next_solver(l);
	known = s->ops->check(s, &t, 1) == ANSWER_UNSAT;
	map_put(&l->e->facts.impossible, t.ix, known);
	return known;
}

static bool refute_by(struct local_facts *l, const struct guard *path, term claim, uint32_t write,
                      unsigned branches) {
	struct terms *ts = l->e->x->ts;
	struct local_query q = {.l = l, .path = path, .write = write};
	struct substitution s = {.ts = ts, .value = canonical, .context = &q};
	term all = term_true(ts);
	add_part(&q, claim);
	for (const struct guard *g = path; g && branches-- > 0; g = g->up)
		add_part(&q, g->condition);
	while (q.todo.n && q.seen.n < MOST_TERMS)
		visit(&q, vec_pop(&q.todo));
	bool is_small = !q.todo.n;
	for (size_t i = 0; i < q.part.n && is_small; i++)
		all = term_and(ts, all, substitute(&s, q.part.at[i]));
	bool refuted = is_small && (term_is_false(ts, all) || is_impossible(l, all));
	substitution_free(&s);
	vec_free(&q.todo);
	vec_free(&q.part);
	vec_free(&q.var);
	map_free(&q.seen);
	map_free(&q.name);
	return refuted;
}

/* An induction looks at many writes, and most of them refute a candidate: there, near branches must
 * do. */
bool local_refute(struct local_facts *l, const struct guard *path, term claim, uint32_t write) {
	if (term_is_false(l->e->x->ts, claim) || refute_by(l, path, claim, write, NEAR))
		return true;
	return write == NO_EVENT && path && path->depth > NEAR && refute_by(l, path, claim, write, FAR);
}

/* --- What the facts exclude. --- */

bool local_excludes(struct local_facts *l, const struct guard *path, term all) {
	struct terms *ts = l->e->x->ts;
	term claim = term_true(ts);
	if (term_kind(ts, all) == TERM_AND && path)
		for (uint32_t i = 0; i < 2; i++)
			if (term_eq(term_arg(ts, all, i), path->all))
				claim = term_arg(ts, all, 1 - i);
	return local_refute(l, path, path ? claim : all, NO_EVENT);
}

bool local_excludes_cuts(struct local_facts *l) {
	const struct symex *x = l->e->x;
	for (size_t i = 0; i < x->cut.n; i++)
		if (!local_excludes(l, x->cut.at[i].path, x->cut.at[i].guard))
			return false;
	return true;
}

/* If all candidates held that are left, would one of the conditions be excluded that are not, or
 * all cuts, if no condition is left?  If not, no induction over them excludes anything. */
bool local_may_exclude(struct local_facts *l) {
	const struct events *e = l->e;
	bool is_one_left = false, may = false;
	l->trusts_candidates = true;
	for (size_t i = 0; i < e->condition.n && !may; i++) {
		const struct condition *c = &e->condition.at[i];
		is_one_left |= !c->is_excluded;
		may = !c->is_excluded && local_excludes(l, c->path, c->vc.violated);
	}
	may |= !is_one_left && local_excludes_cuts(l);
	l->trusts_candidates = false;
	return may;
}
