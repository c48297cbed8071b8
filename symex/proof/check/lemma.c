#include "symex/proof/check/lemma.h"

#include "solvers/model.h"
#include "symex/config.h"
#include "symex/proof/arithmetic/integer.h"
#include "symex/proof/arithmetic/order.h"
#include "symex/query/about.h"
#include "symex/query/vc.h"
#include "symex/symex_stats.h"

enum { MAX_ITERATIONS = 400, MAX_SUM_BITS = 32, RELATED = 2 };

static term no_change(void *context, term var) {
	(void)context;
	return var;
}

void lemmas_open(struct lemmas *l, struct symex *x) {
	*l = (struct lemmas){.x = x, .names = {x->ts, no_change, NULL, 0, false, {0}}};
}

void lemmas_close(struct lemmas *l) {
	substitution_free(&l->names);
	map_free(&l->sum_of);
	vec_free(&l->at);
}

static struct solver *open_solver(struct lemmas *l) {
	about(l->x, "check of the invariant");
	return l->x->config->solver->open(l->x->ts, &l->x->config->solver_config);
}

static enum answer check(struct lemmas *l, struct solver *s) {
	l->queries++;
	l->x->stats->solver_calls++;
	vc_watch(s);
	enum answer a = vc_qualify(l->x, s->ops->check(s, NULL, 0));
	vc_watch(NULL);
	return a;
}

static enum answer ask_plainly(struct lemmas *l, const term *fact, size_t n) {
	struct solver *s = open_solver(l);
	for (size_t i = 0; i < n; i++)
		s->ops->add(s, fact[i]);
	enum answer a = check(l, s);
	s->ops->close(s);
	return a;
}

/* --- Names for comparisons of sums. --- */

struct lemma_question {
	struct lemmas *l;
	struct terms *ts;
	struct solver *solver;
	struct map seen;
	struct map has; /* names of comparisons that occur */
	VEC(term) root; /* with names */
};

static bool is_sum(const struct terms *ts, term t) {
	enum term_kind k = term_kind(ts, t);
	return k == TERM_ADD || k == TERM_BVNEG || k == TERM_BVNOT;
}

static bool is_comparison_of_sums(struct terms *ts, term t) {
	enum term_kind k = term_kind(ts, t);
	if (k != TERM_EQ && k != TERM_ULT && k != TERM_SLT)
		return false;
	term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1);
	return term_sort(ts, a).kind == SORT_BV && term_width(ts, a) <= MAX_SUM_BITS &&
	       (is_sum(ts, a) || is_sum(ts, b));
}

/* Names those that occur in the formula. */
static void find_sums(struct lemma_question *q, term t) {
	struct lemmas *l = q->l;
	uint64_t name;
	if (map_get(&q->seen, t.ix, NULL) || term_sort(q->ts, t).kind != SORT_BOOL)
		return;
	map_put(&q->seen, t.ix, 1);
	if (!is_comparison_of_sums(q->ts, t)) {
		for (uint32_t i = 0; i < term_nargs(q->ts, t); i++)
			find_sums(q, term_arg(q->ts, t, i));
		return;
	}
	if (!map_get(&l->names.memo, t.ix, &name)) {
		name = term_fresh(q->ts, sort_bool(), "sum").ix;
		map_put(&l->names.memo, t.ix, name);
		map_put(&l->sum_of, name, t.ix);
	}
	map_put(&q->has, name, 1);
}

/* --- What the solver has chosen. --- */

struct chosen {
	VEC(term) sum;   /* comparisons of sums that hold */
	VEC(term) other; /* other comparisons that hold */
	struct map seen;
};

static void choose(struct lemma_question *q, struct model *m, struct chosen *c, term t, bool holds);

/* Enough of the arguments of a conjunction to make it hold, or not. */
static void choose_conjunction(struct lemma_question *q, struct model *m, struct chosen *c, term t,
                               bool holds) {
	term a = term_arg(q->ts, t, 0), b = term_arg(q->ts, t, 1);
	bool takes_a = holds || !model_holds(m, a);
	if (takes_a)
		choose(q, m, c, a, holds);
	if (holds || !takes_a)
		choose(q, m, c, b, holds);
}

/* Collects comparisons that make the formula hold, or not, in the model. */
static void choose(struct lemma_question *q, struct model *m, struct chosen *c, term t,
                   bool holds) {
	struct terms *ts = q->ts;
	uint64_t key = (uint64_t)t.ix << 1 | holds, sum;
	if (map_get(&c->seen, key, NULL))
		return;
	map_put(&c->seen, key, 1);
	if (map_get(&q->l->sum_of, t.ix, &sum)) {
		term is = {(uint32_t)sum};
		vec_push(&c->sum, holds ? is : term_not(ts, is));
		return;
	}
	if (order_is_comparison(ts, t)) {
		vec_push(&c->other, holds ? t : term_not(ts, t));
		return;
	}
	switch (term_kind(ts, t)) {
	case TERM_NOT: choose(q, m, c, term_arg(ts, t, 0), !holds); break;
	case TERM_AND: choose_conjunction(q, m, c, t, holds); break;
	default:
		for (uint32_t i = 0; i < term_nargs(ts, t); i++) {
			term arg = term_arg(ts, t, i);
			if (term_sort(ts, arg).kind == SORT_BOOL)
				choose(q, m, c, arg, model_holds(m, arg));
		}
	}
}

/* --- Lemmas. --- */

/* Notes the variables of a term; true: it has one that is noted already. */
static bool note_variables(const struct terms *ts, struct map *noted, term t, bool adds) {
	bool has = false;
	if (term_kind(ts, t) == TERM_VAR) {
		has = map_get(noted, t.ix, NULL);
		if (adds)
			map_put(noted, t.ix, 1);
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		has |= note_variables(ts, noted, term_arg(ts, t, i), adds);
	return has;
}

/* The comparisons of sums, and those about the same variables. */
static void add_facts(struct lemma_question *q, struct chosen *c, struct integers *s) {
	struct map noted = {0};
	for (size_t i = 0; i < c->sum.n; i++) {
		integers_fact(s, c->sum.at[i]);
		note_variables(q->ts, &noted, c->sum.at[i], true);
	}
	for (int iteration = 0; iteration < RELATED; iteration++)
		for (size_t i = 0; i < c->other.n; i++) {
			if (!c->other.at[i].ix || !note_variables(q->ts, &noted, c->other.at[i], false))
				continue;
			integers_fact(s, c->other.at[i]);
			note_variables(q->ts, &noted, c->other.at[i], true);
			c->other.at[i] = NO_TERM;
		}
	map_free(&noted);
}

/* Not all of these hold; NO_TERM: nothing is wrong with them. */
static term find_clause(struct lemma_question *q, struct chosen *c) {
	struct integers s;
	integers_begin(&s, q->ts);
	add_facts(q, c, &s);
	integers_conclude(&s);
	if (!s.is_false)
		return NO_TERM;
	term all = term_true(q->ts);
	for (uint32_t i = 0; i < s.nfacts; i++)
		if (fact_set_has(&s.core, i))
			all = term_and(q->ts, all, s.fact[i]);
	return term_not(q->ts, all);
}

/* Proves the clause, and has the solver know it. */
static bool learn(struct lemma_question *q, term clause) {
	struct lemmas *l = q->l;
	if (!clause.ix)
		return false;
	term opposite = term_not(q->ts, clause);
	if (ask_plainly(l, &opposite, 1) != ANSWER_UNSAT)
		return false;
	find_sums(q, clause);
	struct lemma new = {clause, substitute(&l->names, clause)};
	vec_push(&l->at, new);
	q->solver->ops->add(q->solver, new.named);
	return true;
}

static bool has_names_of(const struct lemma_question *q, term t) {
	if (map_get(&q->l->sum_of, t.ix, NULL))
		return map_get(&q->has, t.ix, NULL);
	for (uint32_t i = 0; i < term_nargs(q->ts, t); i++)
		if (!has_names_of(q, term_arg(q->ts, t, i)))
			return false;
	return true;
}

/* --- Questions. --- */

static void begin(struct lemma_question *q, const term *fact, size_t n) {
	struct lemmas *l = q->l;
	q->solver = open_solver(l);
	for (size_t i = 0; i < n; i++) {
		vec_push(&q->root, substitute(&l->names, fact[i]));
		q->solver->ops->add(q->solver, vec_last(&q->root));
	}
	for (size_t i = 0; i < l->at.n; i++)
		if (has_names_of(q, l->at.at[i].named))
			q->solver->ops->add(q->solver, l->at.at[i].named);
}

/* Looks for a lemma that excludes what the solver has chosen. */
static bool exclude(struct lemma_question *q) {
	struct chosen c = {.seen = {0}};
	struct model *m = model_from_solver(q->solver, q->root.at, q->root.n);
	for (size_t i = 0; i < q->root.n; i++)
		choose(q, m, &c, q->root.at[i], true);
	model_close(m);
	bool found = learn(q, find_clause(q, &c));
	vec_free(&c.sum);
	vec_free(&c.other);
	map_free(&c.seen);
	return found;
}

/* UNSAT: they cannot hold whatever the names stand for. */
static enum answer ask_with_names(struct lemma_question *q) {
	enum answer a;
	uint32_t iterations = 0;
	do
		a = check(q->l, q->solver);
	while (a == ANSWER_SAT && ++iterations < MAX_ITERATIONS && exclude(q));
	return a;
}

enum answer lemmas_ask(struct lemmas *l, const term *fact, size_t n) {
	struct lemma_question q = {.l = l, .ts = l->x->ts};
	enum answer a = ANSWER_UNKNOWN;
	for (size_t i = 0; i < n; i++)
		find_sums(&q, fact[i]);
	if (q.has.n) {
		begin(&q, fact, n);
		a = ask_with_names(&q);
		q.solver->ops->close(q.solver);
	}
	vec_free(&q.root);
	map_free(&q.seen);
	map_free(&q.has);
	return a == ANSWER_UNSAT ? a : ask_plainly(l, fact, n);
}
