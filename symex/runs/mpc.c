/* Maximal path causality: one schedule and input for each path, for all inputs and schedules. */
#include "symex/query/verdict.h"
#include "symex/runs/refuse.h"
#include "symex/runs/unfold.h"
#include "symex/strategy.h"
#include "util/diag.h"

static bool mpc(struct symex *x) {
	struct unfolding u;
	unfold_open(&u, x, NULL);
	enum unfolded how = u.e.beyond ? UNFOLD_BEYOND : unfold_all(&u);
	if (how == UNFOLD_STOP && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	if (how == UNFOLD_BEYOND)
		events_give_up(&u.e);
	unfold_close(&u);
	return how != UNFOLD_BEYOND;
}

static const struct refusal refuses[] = {UNFOLD_REFUSES("--mpc"), {0}};

const struct strategy strategy_mpc = {
    .name = "mpc",
    .help = "run the program along every path, for all inputs and schedules",
    .paper = "Yi and Huang, maximal path causality (ESEC/FSE 2018)",
    .refuses = refuses,
    .is_about_runs = true,
    .fallback = "lazy",
    .run = mpc,
};
