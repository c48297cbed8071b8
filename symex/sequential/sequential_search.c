/* The search in a program with one thread: executes, asks the solver, proves or deepens. */
#include "symex/sequential/sequential.h"

#include "process/work.h"
#include "solvers/solver.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/explore/checkpoint.h"
#include "symex/explore/deepen.h"
#include "symex/explore/explore.h"
#include "symex/query/transcript.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/replay/confirm.h"
#include "symex/sequential/induct.h"
#include "symex/symex_stats.h"
#include "symex/step/check/condition.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"
#include "util/base/stats.h"

enum { MANY_ITERATIONS = 200000 }; /* of loops over constants */

/* Seconds of work that proofs have before bounded execution has taken any. */
#define FIRST_PROOF 0.3

void sequential_execute(struct symex *x) {
	double start = stats_wall_seconds();
	symex_forget(x);
	struct state st = explore_begin(x);
	explore(x, &st);
	x->stats->symex_seconds += stats_wall_seconds() - start;
	x->stats->terms = terms_count(x->ts);
}

const struct engine sequential_engine = {
    .name = "sequential",
    .feasible = vc_feasible,
    .check = step_record,
    .enqueue = explore_add,
    .wait = wait_alone,
};

struct sequential_search {
	struct induct *induct;
	double started;
	double proving;     /* twice the seconds spent on proofs so far */
	uint32_t inductive; /* k-induction with so many iterations has proved everything; 0: no */
};

/* true: the search is over, since a condition is violated; the replay of that may have failed. */
static bool find_violation(struct symex *x) {
	struct model *model;
	const struct vc *vc;
	if (vc_check(x, ANY_PROPERTY, &model, &vc) != ANSWER_SAT)
		return false;
	confirm_violation(x, model, vc);
	return true;
}

static bool has_vc(const struct symex *x, uint32_t property) {
	for (size_t i = 0; i < x->vc.n; i++)
		if (x->vc.at[i].property == property)
			return true;
	return false;
}

/* One query for each property that is not violated yet. */
static void check_each_property(struct symex *x) {
	verdict_list(x);
	for (uint32_t p = 0; p < x->result->property.n && !symex_stop; p++) {
		struct model *model;
		const struct vc *vc;
		if (x->result->property.at[p].status != PROPERTY_VIOLATED && has_vc(x, p) &&
		    vc_check(x, p, &model, &vc) == ANSWER_SAT)
			confirm_violation(x, model, vc);
	}
}

/* Records what was cut; true: deepening would cover more. */
static bool check_cuts(struct symex *x) {
	const struct cut *cut;
	if (vc_check_cuts(x, CUT_UNSUPPORTED, &cut) == ANSWER_SAT)
		result_gap(x->result, GAP_UNSUPPORTED, cut->loc, "%s", cut->text);
	if (vc_check_cuts(x, CUT_GIVEN, &cut) == ANSWER_SAT)
		verdict_given(x, cut);
	if (vc_check_cuts(x, CUT_DEPTH, &cut) == ANSWER_SAT)
		result_gap(x->result, GAP_DEPTH, NO_LOC, "%s", verdict_cut(cut));
	if (vc_check_cuts(x, CUT_NULL, &cut) == ANSWER_SAT)
		verdict_null(x, cut->loc);
	bool deepens = vc_check_cuts(x, CUT_DEEPENED, &cut) == ANSWER_SAT;
	if (deepens)
		verdict_too_short(x, cut);
	return deepens;
}

/* Seconds of work, and of solvers that do not count theirs: what is decided by this clock is
 * decided alike in every run. */
static double clock_of(const struct symex *x) {
	return work_seconds() + (x->config->solver->caps & SOLVER_WORK ? 0 : x->stats->solver_seconds);
}

/* Loops were cut at this depth: tries a proof that covers all depths. */
static bool prove(struct symex *x, struct sequential_search *s) {
	if (!x->config->bounds.induction || x->loops.unwind > x->config->bounds.max_inductive ||
	    x->prog->has_jumps)
		return false;
	for (size_t i = 0; i < x->cut.n; i++) {
		if (x->cut.at[i].kind == GAP_UNWIND && !x->cut.at[i].is_loop)
			return false;
		if (x->cut.at[i].kind == GAP_UNWIND)
			induct_add_loop(x, s->induct, x->cut.at[i].text);
	}
	/* A proof may take as long as bounded execution did, and a bit more. */
	double start = clock_of(x);
	double budget = FIRST_PROOF + (start - s->started) - s->proving;
	bool proved = budget > 0 && induct_prove(x, s->induct, x->loops.unwind, budget);
	s->proving += 2 * (clock_of(x) - start);
	s->inductive = proved ? x->loops.unwind : 0;
	return proved;
}

static void search(struct symex *x, struct sequential_search *s) {
	struct deepening d = checkpoint_begin(x, deepen_first(x, MANY_ITERATIONS));
	for (;;) {
		map_clear(&x->content.array_view);
		map_clear(&x->content.fresh_bytes);
		deepen_begin(x, &d);
		sequential_execute(x);
		diag_say(2, "unwind %u: %zu conditions, %zu assumptions, %zu cuts, %u terms",
		         x->loops.unwind, x->vc.n, x->assumption.n, x->cut.n, terms_count(x->ts));
		if (symex_stop)
			break;
		transcript_question(x);
		if (x->config->multi_property)
			check_each_property(x);
		else if (find_violation(x))
			break;
		if (symex_stop || result_has_gap(x->result, GAP_SOLVER) ||
		    result_has_gap(x->result, GAP_NUMBERS) || result_has_bug(x->result) || !check_cuts(x))
			break;
		progress_finished(x, NO_BOUND, NO_BOUND, true);
		/* After unsupported code no proof is possible, but deepening may find a violation. */
		if (!result_is_inconclusive(x->result) && prove(x, s))
			break;
		if (!deepen_next(x, &d))
			break;
		checkpoint_reached(x, &d, 0);
	}
	x->search.is_through = !symex_stop;
	/* This includes a violation that there was no time to replay. */
	if (symex_stop && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
}

static const char *decider(const struct symex *x, const struct sequential_search *s) {
	uint32_t n = (uint32_t)x->stats->unwind;
	if (s->inductive)
		return arena_printf(x->result->arena, "k-induction, k = %u", s->inductive);
	/* Iterations over constants are executed whatever the bound is. */
	return n == 1 ? "bounded model checking"
	              : arena_printf(x->result->arena, "bounded model checking, %u unwindings", n);
}

const char *sequential_search(struct symex *x) {
	struct sequential_search s = {.induct = induct_open(), .started = clock_of(x)};
	x->engine = &sequential_engine;
	search(x, &s);
	induct_close(s.induct);
	return decider(x, &s);
}
