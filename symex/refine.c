#include "symex/refine.h"

#include "symex/config.h"
#include "symex/core/execution.h"
#include "symex/step/value/calculate.h"

enum { MOST_ROUNDS = 40 };

/* A search that leaves something behind, or was told what to do, is made once. */
static bool is_repeatable(const struct symex_config *c, const struct result *r) {
	return !r->explored && !c->schedules.all_runs && !c->schedules.count_executions &&
	       !c->covers_paths && !c->monitor.hooks && !c->is_once;
}

static bool is_refuted(const struct result *r, size_t facts) {
	return calculate_facts() > facts && result_has_gap(r, GAP_NUMBERS) && !symex_stop;
}

/* Of what is known, only what was known before the first search. */
static void start_again(struct result *r, size_t ngaps, size_t nassumptions) {
	struct result *fresh = result_open();
	for (size_t k = 0; k < ngaps; k++)
		result_gap(fresh, r->gap.at[k].kind, r->gap.at[k].loc, "%s", r->gap.at[k].text);
	for (size_t k = 0; k < nassumptions; k++)
		result_assume(fresh, r->assumption.at[k].text, r->assumption.at[k].option);
	result_replace(r, fresh);
}

void refine_search(const struct goto_prog *prog, const struct symex_config *config,
                   struct result *result, struct symex_stats *stats, symex_search *search) {
	struct symex_config again = *config;
	size_t facts = calculate_facts(), ngaps = result->gap.n, nassumptions = result->assumption.n;
	search(prog, config, result, stats);
	again.checkpoint = NULL;
	again.smt2 = again.vcc = NULL;
	for (uint32_t i = 1; i < MOST_ROUNDS && is_refuted(result, facts); i++) {
		if (!is_repeatable(config, result))
			return;
		facts = calculate_facts();
		start_again(result, ngaps, nassumptions);
		search(prog, &again, result, stats);
	}
}
