#include "symex/query/vc.h"

#include "symex/config.h"
#include "symex/core/note_progress.h"
#include <stdio.h>
#include <string.h>

#include "process/work.h"
#include "solvers/model.h"
#include "symex/query/about.h"
#include "symex/query/fresh.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

enum { MAX_ASKED = 1000 }; /* queries to one solver, each with assumptions of its own */

static struct solver *volatile running;

void vc_watch(struct solver *s) {
	running = s;
}

void vc_interrupt(void) {
	struct solver *s = running;
	if (s && s->ops->interrupt)
		s->ops->interrupt(s);
}

struct vc_question {      /* a query */
	VEC(term) assumption; /* asserted */
	VEC(term) part;       /* their disjunction is asked */
	VEC(size_t) from;     /* index of the vc or cut behind each part */
};

static void question_free(struct vc_question *q) {
	vec_free(&q->assumption);
	vec_free(&q->part);
	vec_free(&q->from);
}

/* Fills the query.  Each item is conjoined with its assumptions beyond the common ones. */
static void ask(struct symex *x, struct vc_question *q, const struct vc_item *item,
                const size_t *from, size_t n) {
	uint32_t common = n ? item[0].nassumed : 0;
	for (size_t i = 0; i < common; i++)
		vec_push(&q->assumption, x->assumption.at[i]);
	term since = term_true(x->ts);
	for (size_t i = 0, at = common; i < n; i++) {
		for (; at < item[i].nassumed; at++)
			since = term_and(x->ts, since, x->assumption.at[at]);
		term part = term_and(x->ts, item[i].holds, since);
		if (term_is_false(x->ts, part))
			continue;
		vec_push(&q->part, part);
		vec_push(&q->from, from[i]);
	}
}

struct watch {
	double wall, cpu;
};

/* A solver may be a process of its own, whose CPU time is known when it has ended. */
static double cpu_seconds(void) {
	return stats_cpu_seconds() + stats_children_seconds();
}

static struct watch watch_start(void) {
	return (struct watch){stats_wall_seconds(), cpu_seconds()};
}

/* Returns the time since the start. */
static double watch_stop(struct symex *x, struct watch w) {
	double wall = stats_wall_seconds() - w.wall;
	x->stats->solver_seconds += wall;
	x->stats->solver_cpu_seconds += cpu_seconds() - w.cpu;
	return wall;
}

/* The model of SAT is evaluated on bit-vectors and replayed.  UNSAT on integers is not checked. */
enum answer vc_qualify(struct symex *x, enum answer a) {
	if (a == ANSWER_UNSAT && x->config->solver_config.integers)
		result_gap(x->result, GAP_INTEGERS, NO_LOC, "integers without wrap-around");
	return a;
}

/* All calls of a solver pass here.  A wrong answer that --check-solver finds is always recorded,
 * even if the verdict does not depend on this query. */
static enum answer consult(struct symex *x, struct solver *s, const term *assume, size_t n) {
	x->stats->solver_calls++;
	running = s;
	progress_query(x, true);
	enum answer a = symex_stop ? ANSWER_UNKNOWN : s->ops->check(s, assume, n);
	running = NULL;
	progress_query(x, false);
	if (s->bug)
		result_gap(x->result, GAP_CHECK, NO_LOC, "%s", s->bug);
	return vc_qualify(x, a);
}

/* The reason why the model of a solver is rejected. */
static const char *no_model(const struct symex *x) {
	return x->config->solver_config.integers
	           ? "--ir: the values that were found leave the range of their types"
	           : "the solver's model does not satisfy the formula";
}

static term any_part(struct symex *x, const struct vc_question *q) {
	term any = term_false(x->ts);
	for (size_t i = 0; i < q->part.n; i++)
		any = term_or(x->ts, any, q->part.at[i]);
	return any;
}

/* The model of the solver, if the terms of the query are true in it; otherwise NULL. */
static struct model *checked_model(struct symex *x, struct solver *s, const struct vc_question *q,
                                   term any) {
	VEC(term) root = {0};
	for (size_t i = 0; i < q->assumption.n; i++)
		vec_push(&root, q->assumption.at[i]);
	vec_push(&root, any);
	for (size_t i = 0; i < x->choice.n; i++)
		vec_push(&root, x->choice.at[i].guard);
	struct model *m = model_from_solver(s, root.at, root.n);
	bool right = m != NULL;
	for (size_t i = 0; right && i <= q->assumption.n; i++)
		right = model_holds(m, root.at[i]);
	vec_free(&root);
	if (!right && m) {
		model_close(m);
		m = NULL;
	}
	return m;
}

static enum answer solve(struct symex *x, const struct vc_question *q, struct model **model) {
	term any = any_part(x, q);
	*model = NULL;
	if (term_is_false(x->ts, any))
		return ANSWER_UNSAT;
	if (symex_stop || (x->query.optional && x->query.budget <= 0))
		return ANSWER_UNKNOWN;
	struct watch start = watch_start();
	double worked = work_seconds();
	struct solver_config config = x->config->solver_config;
	if (x->query.optional)
		config.budget_seconds = x->query.budget;
	struct solver *s = x->config->solver->open(x->ts, &config);
	for (size_t i = 0; i < q->assumption.n; i++)
		s->ops->add(s, q->assumption.at[i]);
	s->ops->add(s, any);
	enum answer a = consult(x, s, NULL, 0);
	if (a == ANSWER_SAT && !(*model = checked_model(x, s, q, any))) {
		a = ANSWER_UNKNOWN;
		s->reason = no_model(x);
	}
	if (a == ANSWER_UNKNOWN && !symex_stop && !x->query.optional)
		result_gap(x->result, GAP_SOLVER, NO_LOC, "%s", s->reason ? s->reason : "solver gave up");
	s->ops->close(s);
	double spent = watch_stop(x, start);
	if (x->query.optional)
		x->query.budget -= x->config->solver->caps & SOLVER_WORK ? work_seconds() - worked : spent;
	x->stats->terms = terms_count(x->ts);
	return a;
}

static size_t first_true(const struct vc_question *q, struct model *m) {
	for (size_t i = 0; i < q->part.n; i++)
		if (model_holds(m, q->part.at[i]))
			return q->from.at[i];
	BUG("a model of the disjunction satisfies no part of it");
}

static void ask_vcs(struct symex *x, uint32_t property, struct vc_question *q) {
	VEC(struct vc_item) item = {0};
	VEC(size_t) from = {0};
	about_violations(x);
	for (size_t i = 0; i < x->vc.n; i++) {
		if (property != ANY_PROPERTY && x->vc.at[i].property != property)
			continue;
		about_place(x, x->vc.at[i].loc);
		struct vc_item it = {x->vc.at[i].violated, x->vc.at[i].nassumed};
		vec_push(&item, it);
		vec_push(&from, i);
	}
	ask(x, q, item.at, from.at, item.n);
	vec_free(&item);
	vec_free(&from);
}

enum answer vc_check(struct symex *x, uint32_t property, struct model **model,
                     const struct vc **which) {
	struct vc_question q = {0};
	ask_vcs(x, property, &q);
	enum answer a = solve(x, &q, model);
	if (a == ANSWER_SAT)
		*which = &x->vc.at[first_true(&q, *model)];
	question_free(&q);
	return a;
}

enum cut_kind vc_cut_kind(const struct cut *c) {
	if (c->kind == GAP_UNSUPPORTED)
		return CUT_UNSUPPORTED;
	if (c->kind == GAP_DEPTH)
		return CUT_DEPTH;
	if (c->kind == GAP_ASSUMPTION)
		return CUT_NULL;
	return c->by_user ? CUT_GIVEN : CUT_DEEPENED;
}

enum answer vc_check_cuts(struct symex *x, enum cut_kind kind, const struct cut **which) {
	struct vc_question q = {0};
	VEC(struct vc_item) item = {0};
	VEC(size_t) from = {0};
	for (size_t i = 0; i < x->cut.n; i++) {
		if (vc_cut_kind(&x->cut.at[i]) != kind)
			continue;
		struct vc_item it = {x->cut.at[i].guard, x->cut.at[i].nassumed};
		vec_push(&item, it);
		vec_push(&from, i);
	}
	ask(x, &q, item.at, from.at, item.n);
	struct model *model;
	about(x, "paths that were not followed to their end");
	enum answer a = solve(x, &q, &model);
	if (a == ANSWER_SAT) {
		*which = &x->cut.at[first_true(&q, model)];
		model_close(model);
	}
	question_free(&q);
	vec_free(&item);
	vec_free(&from);
	return a;
}

enum answer vc_check_any(struct symex *x, const struct vc_item *item, size_t n,
                         struct model **model) {
	struct vc_question q = {0};
	size_t *from = mem_alloc((n + 1) * sizeof *from);
	about(x, "");
	ask(x, &q, item, from, n);
	enum answer a = solve(x, &q, model);
	question_free(&q);
	mem_free(from);
	return a;
}

static struct solver *path_solver(struct symex *x) {
	if (!x->query.solver)
		x->query.solver = x->config->solver->open(x->ts, &x->config->solver_config);
	return x->query.solver;
}

/* The solver in which exactly these assumptions are asserted.  Mostly it is the one that is kept,
 * with some more asserted.  A new one is opened if assumptions were removed, as after a peek. */
static struct solver *solver_with(struct symex *x, const term *assumption, size_t n) {
	size_t have = x->query.given.n;
	if (have > n || (have && memcmp(x->query.given.at, assumption, have * sizeof *assumption)))
		symex_drop_solver(x);
	struct solver *s = path_solver(x);
	while (x->query.given.n < n) {
		term next = assumption[x->query.given.n];
		s->ops->add(s, next);
		vec_push(&x->query.given, next);
	}
	return s;
}

static bool can(const struct symex *x, enum solver_cap what) {
	return x->config->solver->caps & (unsigned)what;
}

/* Incremental: assumptions are only added, and the guards of a path share subterms.  No model is
 * read, since only UNSAT matters. */
static bool feasible_incremental(struct symex *x, term guard) {
	struct watch start = watch_start();
	about(x, "paths that no execution takes");
	struct solver *s = solver_with(x, x->assumption.at, x->assumption.n);
	enum answer a;
	if (can(x, SOLVER_KEEP)) {
		a = consult(x, s, &guard, 1);
	} else {
		s->ops->push(s);
		s->ops->add(s, guard);
		a = consult(x, s, NULL, 0);
		s->ops->pop(s);
	}
	watch_stop(x, start);
	return a != ANSWER_UNSAT;
}

/* Makes the solver's scopes, one per assumption, those of this path.  A depth-first search mostly
 * changes the last ones. */
static void enter_scopes(struct symex *x, struct solver *s, const term *assumption, size_t n) {
	size_t same = 0;
	while (same < x->query.scope.n && same < n &&
	       term_eq(x->query.scope.at[same], assumption[same]))
		same++;
	for (; x->query.scope.n > same; x->query.scope.n--)
		s->ops->pop(s);
	for (; same < n; same++) {
		s->ops->push(s);
		s->ops->add(s, assumption[same]);
		vec_push(&x->query.scope, assumption[same]);
	}
}

/* On a path of the tree, backtracking removes assumptions, so they are assumed and not asserted, or
 * each is a scope, whichever the solver supports.  The solver is replaced after MAX_ASKED queries,
 * and answers are cached.  needed: UNKNOWN records a gap. */
static enum answer ask_path(struct symex *x, const term *assume, size_t n, term all, bool needed) {
	uint64_t known;
	if (map_get(&x->query.known, all.ix, &known))
		return (enum answer)known;
	struct watch start = watch_start();
	about(x, "paths that no execution takes");
	if (x->query.solver && ++x->query.asked > MAX_ASKED)
		symex_drop_solver(x);
	struct solver *s = path_solver(x);
	bool keeps = can(x, SOLVER_KEEP), scopes = can(x, SOLVER_PUSH);
	if (!keeps && scopes)
		enter_scopes(x, s, assume, n);
	for (size_t i = 0; i < n && !keeps && !scopes; i++)
		s->ops->add(s, assume[i]);
	enum answer a = consult(x, s, keeps ? assume : NULL, keeps ? n : 0);
	watch_stop(x, start);
	if (a == ANSWER_UNKNOWN && needed && !symex_stop)
		result_gap(x->result, GAP_SOLVER, NO_LOC, "%s", s->reason ? s->reason : "solver gave up");
	if (a != ANSWER_UNKNOWN)
		map_put(&x->query.known, all.ix, (uint64_t)a);
	if ((!keeps && !scopes) || a == ANSWER_UNKNOWN)
		symex_drop_solver(x);
	return a;
}

static enum answer ask_under(struct symex *x, const term *assumption, size_t n, term holds,
                             bool needed) {
	VEC(term) assume = {0};
	term all = holds;
	for (size_t i = 0; i < n; i++) {
		all = term_and(x->ts, all, assumption[i]);
		vec_push(&assume, assumption[i]);
	}
	vec_push(&assume, holds);
	enum answer a = ANSWER_UNSAT;
	if (term_is_true(x->ts, all))
		a = ANSWER_SAT;
	else if (!term_is_false(x->ts, all))
		a = ask_path(x, assume.at, assume.n, all, needed);
	vec_free(&assume);
	return a;
}

enum answer vc_path(struct symex *x, size_t nassumed, term holds) {
	return ask_under(x, x->assumption.at, nassumed, holds, true);
}

enum answer vc_path_since(struct symex *x, size_t since, term holds) {
	switch (fresh_since(x, since, holds)) {
	case FRESH_HOLDS: return ANSWER_SAT;
	case FRESH_ONLY: /* a solver that keeps scopes would lose those of the path */
		if (can(x, SOLVER_KEEP))
			return ask_under(x, x->assumption.at + since, x->assumption.n - since, holds, true);
		break;
	case FRESH_NOT: break;
	}
	return vc_path(x, x->assumption.n, holds);
}

enum answer vc_check_path(struct symex *x) {
	struct vc_question q = {0};
	ask_vcs(x, ANY_PROPERTY, &q);
	enum answer a = ask_under(x, q.assumption.at, q.assumption.n, any_part(x, &q), true);
	question_free(&q);
	return a;
}

/* q->assumption begins with what is asserted in the solver already. */
static enum answer ask_incremental(struct symex *x, struct vc_question *q, const term *assume,
                                   size_t n, struct model **model) {
	struct watch w = watch_start();
	const struct solver_ops *ops = x->config->solver;
	bool keeps = ops->caps & SOLVER_KEEP, assumes = ops->caps & SOLVER_ASSUME;
	if (!keeps)
		symex_drop_solver(x);
	struct solver *s = solver_with(x, q->assumption.at, q->assumption.n);
	for (size_t i = 0; i < n && !assumes; i++)
		s->ops->add(s, assume[i]);
	if (ops->limit)
		ops->limit(s, x->query.units);
	enum answer a = consult(x, s, assumes ? assume : NULL, assumes ? n : 0);
	term all = term_true(x->ts);
	for (size_t i = 0; i < n; i++)
		all = term_and(x->ts, all, assume[i]);
	if (a == ANSWER_SAT && !(*model = checked_model(x, s, q, all))) {
		a = ANSWER_UNKNOWN;
		s->reason = no_model(x);
	}
	if (a == ANSWER_UNKNOWN && !symex_stop)
		result_gap(x->result, GAP_SOLVER, NO_LOC, "%s", s->reason ? s->reason : "solver gave up");
	watch_stop(x, w);
	x->stats->terms = terms_count(x->ts);
	return a;
}

bool vc_feasible(struct symex *x, term guard) {
	if (!x->query.optional && (can(x, SOLVER_KEEP) || can(x, SOLVER_PUSH)))
		return feasible_incremental(x, guard);
	struct vc_item item = {guard, (uint32_t)x->assumption.n};
	struct model *model;
	enum answer a = vc_check_any(x, &item, 1, &model);
	if (a == ANSWER_SAT)
		model_close(model);
	return a != ANSWER_UNSAT;
}

bool vc_excludes(struct symex *x, term guard) {
	return (can(x, SOLVER_KEEP) || can(x, SOLVER_PUSH)) && !feasible_incremental(x, guard);
}

bool vc_path_feasible(struct symex *x, term guard) {
	return vc_path(x, x->assumption.n, guard) != ANSWER_UNSAT;
}

bool vc_path_excludes(struct symex *x, term guard) {
	return ask_under(x, x->assumption.at, x->assumption.n, guard, false) == ANSWER_UNSAT;
}

enum answer vc_check_incremental(struct symex *x, const struct vc_item *item, size_t n,
                                 const term *assume, size_t nassume, struct model **model) {
	struct vc_question q = {0};
	VEC(term) under = {0};
	size_t *from = mem_alloc((n + 1) * sizeof *from);
	*model = NULL;
	ask(x, &q, item, from, n);
	mem_free(from);
	term any = any_part(x, &q);
	enum answer a = ANSWER_UNSAT;
	for (size_t i = 0; i < nassume; i++)
		vec_push(&under, assume[i]);
	vec_push(&under, any);
	x->query.folded = term_is_false(x->ts, any);
	if (!x->query.folded)
		a = ask_incremental(x, &q, under.at, under.n, model);
	vec_free(&under);
	question_free(&q);
	return a;
}

bool vc_in_core(const struct symex *x, term assumed) {
	const struct solver *s = x->query.solver;
	if (x->query.folded)
		return false;
	return !s || !(s->ops->caps & SOLVER_CORE) || s->ops->in_core(x->query.solver, assumed);
}

void vc_drop_property(struct symex *x, uint32_t property) {
	size_t kept = 0;
	for (size_t i = 0; i < x->vc.n; i++)
		if (x->vc.at[i].property != property)
			x->vc.at[kept++] = x->vc.at[i];
	x->vc.n = kept;
}

/* Is a violation of the property to be reported?  The first one is, and in multi-property mode the
 * first one of each property. */
static bool is_new(const struct symex *x, uint32_t property) {
	if (x->result->violated == NO_PROPERTY)
		return true;
	return x->config->multi_property &&
	       (property >= x->result->property.n ||
	        x->result->property.at[property].status != PROPERTY_VIOLATED);
}

void vc_drop_known(struct symex *x) {
	size_t kept = 0;
	for (size_t i = 0; i < x->vc.n; i++)
		if (is_new(x, x->vc.at[i].property))
			x->vc.at[kept++] = x->vc.at[i];
	x->vc.n = kept;
}
