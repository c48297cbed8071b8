/* The public face: which strategy runs, and what comes of it. */
#include "symex/symex.h"

#include "goto/passes.h"
#include "symex/core/pointer.h"
#include "symex/lazy/tree.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/schedule/schedule.h"
#include "symex/sequential/sequential.h"
#include "util/diag.h"
#include "util/stats.h"

volatile sig_atomic_t symex_stop;

void symex_interrupt(enum gap_kind why) {
	symex_stop = (sig_atomic_t)why;
	vc_interrupt();
}

static void symex_open(struct symex *x, struct goto_prog *prog, const struct symex_config *config,
                       struct result *result, struct symex_stats *stats) {
	*x = (struct symex){.prog = prog, .config = config, .result = result, .stats = stats};
	x->ts = terms_open();
	x->pointers = ptr_cache_open();
	x->address_bits = prog->target.pointer_bits;
	x->pointer_bits = x->address_bits + POINTER_OBJECT_BITS;
	x->rounding = prog_find(prog, "__mc_rounding");
	x->spawn = prog_find(prog, "__mc_spawn");
	x->exit = prog_find(prog, "__mc_exit");
	x->abort = prog_find(prog, "__mc_abort");
	x->live = config->termination ? live_open() : NULL;
}

static void search_schedules(struct symex *x) {
	double start = stats_wall_seconds();
	if (x->config->schedules.strategy == STRATEGY_LAZY)
		tree_search(x);
	else if (!schedule_search(x, x->config->schedules.strategy == STRATEGY_UW))
		tree_search(x);
	x->stats->symex_seconds = stats_wall_seconds() - start - x->stats->solver_seconds;
}

void symex_run(struct goto_prog *prog, const struct symex_config *config, struct result *result,
               struct symex_stats *stats) {
	struct symex x;
	symex_open(&x, prog, config, result, stats);
	result->violated = NO_PROPERTY;
	if (prog->target.big_endian)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "big-endian target %s", prog->target.triple);
	else if (prog->has_threads && config->termination)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "termination of a program with threads");
	else if (prog->has_threads)
		search_schedules(&x);
	else
		sequential_search(&x);
	verdict_conclude(&x);
	symex_free(&x);
	if (x.live)
		live_close(x.live);
	mem_free(x.pointers);
	terms_close(x.ts);
}
