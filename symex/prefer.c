#include "symex/prefer.h"

#include "process/work.h"
#include "symex/config.h"
#include "symex/core/execution.h"
#include "symex/symex_stats.h"

enum { SEARCHES = 2 }; /* with 0, with 1 */

/* Seconds of work for each: at least, at most, and the part of what the first search took. */
#define LEAST_SHARE 0.3
#define MOST_SHARE  5.0
#define PART        0.5

static double share_of(double seconds) {
	double share = LEAST_SHARE + PART * seconds;
	return share < MOST_SHARE ? share : MOST_SHARE;
}

/* A limit of the user's that ends the search meanwhile stays in force. */
static void end_share(void) {
	if (symex_stop == SHARE_IS_OVER)
		symex_stop = 0;
}

/* A search that leaves something behind, or was told what to do, is made once. */
static bool is_repeatable(const struct symex_config *c, const struct result *r) {
	return !c->multi_property && !r->explored && !c->schedules.all_runs &&
	       !c->schedules.count_executions && !c->covers_paths && !c->monitor.hooks && !c->is_once;
}

void prefer_certain(const struct goto_prog *prog, const struct symex_config *config,
                    struct result *result, const struct symex_stats *stats, symex_search *search) {
	if (!result_rests_on_guess(result) || !is_repeatable(config, result))
		return;
	double share = share_of(work_seconds());
	for (uint32_t i = 0; i < SEARCHES && !symex_stop; i++) {
		struct symex_config calm = *config;
		struct symex_stats own = *stats;
		struct result *other = result_open();
		for (size_t k = 0; k < result->assumption.n; k++)
			result_assume(other, result->assumption.at[k].text, result->assumption.at[k].option);
		calm.calm = i + 1;
		calm.work_end = work.done + (uint64_t)(share * WORK_SECOND);
		calm.solver_config.budget_seconds = share;
		calm.checkpoint = NULL;
		calm.schedules.jobs = 1;
		calm.smt2 = calm.vcc = NULL;
		search(prog, &calm, other, &own);
		end_share();
		if (result_verdict(other) == VERDICT_UNSAFE && !result_rests_on_guess(other)) {
			result_replace(result, other);
			return;
		}
		result_close(other);
	}
}
