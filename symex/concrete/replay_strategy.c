/* The strategy replay: one run, with the inputs and the schedule of a file, and no search. */
#include "symex/concrete/branches.h"
#include "symex/concrete/concrete.h"
#include "symex/concrete/cover.h"
#include "symex/concrete/prediction.h"
#include "symex/config.h"
#include "symex/query/verdict.h"
#include "symex/strategy.h"
#include "util/text/diag.h"

enum { MAX_INPUTS = 12 }; /* in the account of a run */

static const char *plural(size_t n) {
	return n == 1 ? "" : "s";
}

/* "3 threads, 2 context switches, 118 instructions; the program ends; inputs: mode = 7" */
static const char *account(struct arena *a, const struct run_trace *t) {
	const char *text =
	    arena_printf(a, "this run: %zu thread%s, %u context switch%s, %llu instructions; %s",
	                 t->thread.n, plural(t->thread.n), t->switches, t->switches == 1 ? "" : "es",
	                 (unsigned long long)t->instructions, run_end_text(t->end));
	size_t n = 0;
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		if (e->kind != RUN_INPUT || !e->name)
			continue;
		if (n == MAX_INPUTS)
			return arena_printf(a, "%s, ...", text);
		text = arena_printf(a, "%s%s%s = %s", text, n++ ? ", " : "; inputs: ", e->name,
		                    e->shown ? e->shown : e->value);
	}
	return text;
}

static void note_end(struct symex *x, const struct concrete_plan *plan, const struct run_trace *t) {
	struct loc file = {plan->follow->file, t->end == RUN_NOT_FOLLOWED ? t->wrong_line : 1, 1};
	switch (t->end) {
	case RUN_NOT_FOLLOWED: fatal(EXIT_INPUT, file, "--replay: %s", t->why);
	case RUN_NOT_SUPPORTED:
		result_gap(x->result, GAP_UNSUPPORTED, t->end_loc, "%s", t->why);
		return;
	case RUN_STOPPED: verdict_stopped(x); return;
	case RUN_TOO_LONG:
		result_gap(x->result, GAP_DEPTH, NO_LOC, "depth %llu",
		           (unsigned long long)concrete_limit_of(plan));
		break;
	case RUN_VIOLATES:
		if (!t->confirmed && t->switches > plan->context_bound)
			verdict_context_bound(x);
		break;
	case RUN_ENDS:
	case RUN_BLOCKED:
	case RUN_ASSUMES:
	case RUN_END_N: break;
	}
	if (plan->follow->path && plan->follow->path != cover_path(t))
		diag_warn(file, "the run takes another path than the test says, or ends otherwise; the "
		                "options may differ");
}

static bool replay(struct symex *x) {
	const struct prediction *p = x->config->prediction;
	struct concrete_plan plan = {.follow = p->follow,
	                             .context_bound = x->config->schedules.context_bound};
	concrete_limit(x, &plan);
	struct run_trace *t = p->save ? p->save : run_trace_open();
	struct branches branches;
	branches_open(&branches, x->prog);
	x->services.minimise = NULL; /* the run of the file is told, and no other */
	if (x->prog->interrupt.function) {
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC,
		           "--replay of a program with handlers of signals");
	} else {
		concrete_run(x, &plan, t);
		note_end(x, &plan, t);
		branches_add(&branches, t);
		cover_add(x->config->cover, t);
		branches_lines(&branches, x->prog, x->result);
		result_gap(x->result, GAP_RUNS, NO_LOC, "this run only");
		result_remark(x->result, GAP_RUNS, account(x->result->arena, t));
	}
	branches_free(&branches);
	if (t != p->save)
		run_trace_close(t);
	return true;
}

#define RUN "--replay makes one run: "

static const struct refusal refuses[] = {
    REFUSE_ORDERS(RUN),
    REFUSE_BOUNDS(RUN),
    REFUSE_TREE(RUN),
    REFUSE_PROGRESS,
    {"inputs", RUN "its inputs are those of the file, not of --inputs", NULL},
    {"schedule-seed", RUN "its schedule is that of the file, not of --schedule-seed", NULL},
    {"runs", RUN "--runs is for --strategy=predict", NULL},
    {"causal", RUN "--causal is for --strategy=predict", NULL},
    {0},
};

const struct strategy strategy_replay = {
    .name = "replay",
    .help = "run the program once, with the inputs and the schedule of the test or trace in FILE; "
            "with --strategy=predict: begin with this run",
    .paper = "none: a test of --cover is executed again",
    .refuses = refuses,
    .covers = COVERS_TEST,
    .misses = "violations of every execution but that of the test",
    .makes_runs = true,
    .one_thread = true,
    .run = replay,
};
