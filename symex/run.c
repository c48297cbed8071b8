/* The public face: which strategy runs, and what comes of it. */
#include "symex/symex.h"

#include "symex/core/execution.h"
#include "symex/proof/proof.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/runs/retrace.h"
#include "symex/sequential/sequential.h"
#include "symex/strategy.h"
#include "util/diag.h"
#include "util/stats.h"

/* Seconds. */
#define FIRST_TRY     0.5
#define FOR_DEADLOCKS 1

void symex_interrupt(enum gap_kind why) {
	symex_stop = (sig_atomic_t)why;
	vc_interrupt();
}

bool symex_is_interrupted(void) {
	return symex_stop != 0;
}

/* Tries of a proof take at most about as long as the search so far.  Most proofs take less than a
 * second.  A proof that says nothing about deadlocks does not end the search at once: it may still
 * come to its end, or find one. */
static bool prove(struct symex *x) {
	double elapsed = stats_wall_seconds() - x->proof.began;
	if (x->result->any_threads) {
		x->proof.ends = elapsed > x->proof.until;
		return x->proof.ends;
	}
	if (symex_stop || x->result->violated != NO_PROPERTY ||
	    (x->proof.tried > 0 && elapsed < 3 * x->proof.tried))
		return false;
	bool proved = proof_try(x, elapsed < FIRST_TRY ? FIRST_TRY : elapsed);
	elapsed = x->proof.tried = stats_wall_seconds() - x->proof.began;
	x->proof.until = elapsed < FOR_DEADLOCKS ? elapsed + FOR_DEADLOCKS : 2 * elapsed;
	x->proof.ends = proved && !x->result->deadlocks_open;
	return x->proof.ends;
}

static bool has_gap(const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind != GAP_ASSUMPTION)
			return true;
	return false;
}

/* The search has ended.  Its own verdict is the stronger one, if it has one. */
static void use_proof(struct symex *x) {
	struct result *r = x->result;
	if (!x->prove || !r->any_threads)
		return;
	bool complete = !x->proof.ends && !symex_stop && !has_gap(r);
	if (complete || r->violated != NO_PROPERTY) {
		r->any_threads = r->deadlocks_open = false;
		r->proof = NULL;
		return;
	}
	result_drop_gaps(r, 0);
	x->is_settled = true;
}

/* Does the user want no other way, or what no proof covers? */
static bool may_prove(const struct symex_config *c) {
	return c->schedules.is_default && !c->monitor.hooks && c->bounds.unwind == NO_BOUND &&
	       !c->bounds.nrules && !c->bounds.partial_loops && !c->schedules.all_runs &&
	       c->schedules.order == ORDER_SWITCHES;
}

static void search_schedules(struct symex *x) {
	double start = stats_wall_seconds();
	x->proof.began = start;
	x->prove = may_prove(x->config) ? prove : NULL;
	const struct strategy *s = x->config->schedules.strategy;
	while (!s->run(x))
		s = strategy_find(s->fallback);
	use_proof(x);
	x->stats->symex_seconds = stats_wall_seconds() - start - x->stats->solver_seconds;
}

void symex_run(const struct goto_prog *prog, const struct symex_config *config,
               struct result *result, struct symex_stats *stats) {
	struct symex x;
	symex_open(&x, prog, config, result, stats);
	result->violated = NO_PROPERTY;
	x.confirmed = config->cover ? retrace_counterexample : NULL;
	if (prog->target.big_endian)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "big-endian target %s", prog->target.triple);
	else if (prog->has_threads && config->termination)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "termination of a program with threads");
	else if (prog->has_threads || config->schedules.strategy->one_thread)
		search_schedules(&x);
	else
		sequential_search(&x);
	verdict_conclude(&x);
	symex_close(&x);
}
