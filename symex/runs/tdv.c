/* Trace-driven verification: a program under one test vector, and every schedule. */
#include "symex/query/verdict.h"
#include "symex/replay/inputs.h"
#include "symex/runs/cover.h"
#include "symex/runs/refuse.h"
#include "symex/runs/unfold.h"
#include "symex/strategy.h"
#include "util/diag.h"

static void cover_run(void *context, const struct run_trace *t) {
	const struct symex *x = context;
	cover_add(x->config->cover, t);
}

static bool tdv(struct symex *x) {
	const struct prediction *p = &x->config->prediction;
	struct inputs vector = {
	    .kind = p->inputs, .seed = p->input_seed, .given = p->given, .ngiven = p->ngiven};
	struct unfolding u;
	unfold_open(&u, x, &vector);
	u.on_run = cover_run;
	u.context = x;
	enum unfolded how = u.e.beyond ? UNFOLD_BEYOND : unfold_all(&u);
	if (how == UNFOLD_STOP && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	if (how == UNFOLD_BEYOND)
		events_give_up(&u.e);
	else
		result_gap(x->result, GAP_RUNS, NO_LOC, "the inputs given");
	unfold_close(&u);
	inputs_free(&vector);
	return how != UNFOLD_BEYOND;
}

static const struct refusal refuses[] = {UNFOLD_REFUSES("--tdv"), {0}};

const struct strategy strategy_tdv = {
    .name = "tdv",
    .help = "run the program on given inputs, and check every schedule of it for these inputs",
    .paper = "Yang and Sakallah, trace-driven verification (ICFEM 2010)",
    .refuses = refuses,
    .makes_runs = true,
    .one_thread = true,
    .fallback = "lazy",
    .run = tdv,
};
