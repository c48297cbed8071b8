/* Predictive analysis: from the events of concrete runs to all feasible permutations of them. */
#include "symex/concrete/branches.h"
#include "symex/concrete/concrete.h"
#include "symex/concrete/cover.h"
#include "symex/concrete/prediction.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/events/events_search.h"
#include "symex/events/record/events.h"
#include "symex/query/verdict.h"
#include "symex/strategy.h"
#include "util/text/diag.h"

/* The first run is as the options say; the others are random. */
static struct concrete_plan plan_of(const struct symex *x, uint32_t run) {
	const struct prediction *p = x->config->prediction;
	struct concrete_plan plan = {.inputs = p->inputs,
	                             .input_seed = p->input_seed,
	                             .given = p->given,
	                             .ngiven = p->ngiven,
	                             .turns = p->turns,
	                             .turn_seed = p->turn_seed,
	                             .follow = p->follow,
	                             .context_bound = x->config->schedules.context_bound};
	concrete_limit(x, &plan);
	if (!run)
		return plan;
	plan.inputs = INPUTS_RANDOM;
	plan.turns = TURNS_RANDOM;
	plan.input_seed += run;
	plan.turn_seed += run;
	plan.follow = NULL;
	return plan;
}

/* What the end of a run means for the verdict. */
static void note_end(struct symex *x, const struct concrete_plan *plan, const struct run_trace *t,
                     uint32_t run) {
	diag_say(2, "run %u: %zu threads, %zu events, %llu instructions; %s", run + 1, t->thread.n,
	         t->event.n, (unsigned long long)t->instructions, run_end_text(t->end));
	switch (t->end) {
	case RUN_NOT_FOLLOWED:
		fatal(EXIT_INPUT, (struct loc){plan->follow->file, t->wrong_line, 1}, "--replay: %s",
		      t->why);
	case RUN_ASSUMES:
		diag_note(t->end_loc, "run %u ends here: with its inputs, an assumption is false", run + 1);
		break;
	case RUN_TOO_LONG:
		result_gap(x->result, GAP_DEPTH, NO_LOC, "depth %llu",
		           (unsigned long long)concrete_limit_of(plan));
		break;
	case RUN_NOT_SUPPORTED: result_gap(x->result, GAP_UNSUPPORTED, t->end_loc, "%s", t->why); break;
	case RUN_STOPPED: verdict_stopped(x); break;
	case RUN_VIOLATES:
		if (t->switches > plan->context_bound)
			verdict_context_bound(x);
		break;
	case RUN_ENDS:
	case RUN_BLOCKED:
	case RUN_END_N: break;
	}
}

enum { COVER_INSTRUCTIONS = 50000 };

enum prediction_outcome { GO_ON, FINISHED, UNSUPPORTED };

/* A run whose lines and branches are all that is asked for.  One that goes on for ever has shown
 * its lines after some rounds. */
static enum prediction_outcome cover_run(struct symex *x, uint32_t run, struct run_trace *t,
                                         struct branches *branches) {
	struct concrete_plan plan = plan_of(x, run);
	plan.context_bound = 0; /* violations are not told */
	if (!plan.most_instructions || plan.most_instructions > COVER_INSTRUCTIONS)
		plan.most_instructions = COVER_INSTRUCTIONS;
	concrete_run(x, &plan, t);
	if (t->end == RUN_ENDS || x->config->prediction->coverage == COVERAGE_ALL)
		branches_add(branches, t);
	return t->end == RUN_STOPPED || symex_stop ? FINISHED : GO_ON;
}

static enum prediction_outcome predict_run(struct symex *x, uint32_t run, struct run_trace *t,
                                           struct branches *branches) {
	struct concrete_plan plan = plan_of(x, run);
	bool runs = concrete_run(x, &plan, t);
	note_end(x, &plan, t, run);
	branches_add(branches, t);
	cover_add(x->config->cover, t);
	if (t->end == RUN_STOPPED)
		return FINISHED;
	if (!runs && !(x->config->multi_property && t->confirmed))
		return FINISHED;
	map_clear(&x->content.array_view);
	map_clear(&x->content.fresh_bytes);
	if (!events_search(x, t, x->config->prediction->causal))
		return UNSUPPORTED;
	bool found = x->result->violated != NO_PROPERTY && !x->config->multi_property;
	return found || symex_stop ? FINISHED : GO_ON;
}

static bool predict(struct symex *x) {
	const struct prediction *p = x->config->prediction;
	if (x->prog->interrupt.function) {
		diag_note(NO_LOC,
		          "handlers of signals: exploring states one by one, as --strategy=lazy does");
		return false;
	}
	struct branches branches;
	branches_open(&branches, x->prog);
	enum prediction_outcome o = GO_ON;
	for (uint32_t run = 0; run < p->runs && o == GO_ON; run++) {
		struct run_trace *t = !run && p->save ? p->save : run_trace_open();
		o = p->coverage ? cover_run(x, run, t, &branches) : predict_run(x, run, t, &branches);
		if (o == GO_ON)
			progress_runs(x, run + 1);
		if (t != p->save)
			run_trace_close(t);
	}
	if (o != UNSUPPORTED && p->runs == 1)
		result_gap(x->result, GAP_RUNS, NO_LOC, "the events of this run");
	else if (o != UNSUPPORTED)
		result_gap(x->result, GAP_RUNS, NO_LOC, "the events of %u runs", branches_runs(&branches));
	if (o != UNSUPPORTED && p->runs > 1)
		branches_report(&branches, x->prog, x->result);
	else if (o != UNSUPPORTED)
		branches_lines(&branches, x->prog, x->result);
	branches_free(&branches);
	return o != UNSUPPORTED;
}

#define RUN "--strategy=predict permutes the events of runs: "

static const struct refusal refuses[] = {
    REFUSE("dfs", RUN),
    {"random-order", RUN "--random-order needs --strategy=lazy; --schedule-seed chooses a run",
     NULL},
    {"all-runs", RUN "--all-runs needs --strategy=lazy; --runs makes several", NULL},
    REFUSE_BOUNDS(RUN),
    REFUSE_TREE(RUN),
    REFUSE_PROGRESS,
    {"check-solver",
     "--strategy=predict solves in the way that --order names, so another --order checks it: "
     "--check-solver "
     "needs "
     "--strategy=lazy, schedule or uw",
     NULL},
    {"smtlib2", EVENTS_NO_SMTLIB, NULL},
    {"show-vcc", EVENTS_NO_VCC, NULL},
    {"unwindset", "--strategy=predict: the bound of one thread needs --strategy=lazy",
     "THREAD:LOOP:N"},
    {0},
};

const struct strategy strategy_predict = {
    .name = "predict",
    .help = "run the program once and check all feasible permutations of the events of this run",
    .paper = "Wang, Kundu, Ganai and Gupta, FM 2009",
    .reductions = EVENTS_REDUCTIONS | EVENTS_LOCAL_REDUCTIONS,
    .refuses = refuses,
    .covers = COVERS_SOME,
    .misses = "violations that need other inputs or branches than those of the run",
    .fallback = "lazy",
    .makes_runs = true,
    .finds_order = true,
    .run = predict,
};
