#include "cli/slicing.h"

#include "symex/strategy.h"
#include "util/intern.h"

/* Options that show or count executions are about the whole program.  A bound of loops that is a
 * property, termination and leaks are about instructions that nothing else depends on. */
bool slicing_is_sound(const struct options *o, const struct config *c,
                      const struct goto_prog *prog) {
	const struct symex_config *symex = &c->symex;
	const struct bounds *b = &symex->bounds;
	bool makes_runs = symex->schedules.strategy->makes_runs;
	bool bounds_loops = b->unwind != NO_BOUND || b->nrules || b->depth != NO_BOUND;
	bool shows = o->dot || o->cover || symex->vcc || symex->smt2 || symex->schedules.all_runs ||
	             symex->schedules.incremental || makes_runs;
	/* Invariants are guessed from values that variables have in the search. */
	bool tells_invariants = o->witness && !prog->has_threads;
	return !prog->interrupt.function && !prog->has_jumps && !symex->leak_check &&
	       !symex->termination && !symex->async_signal_check &&
	       !symex->schedules.lock_order_check && !bounds_loops && !shows && !tells_invariants;
}

void slicing_run(const struct options *o, const struct config *c, struct goto_prog *prog,
                 struct slice_result *result) {
	struct config claimed = *c;
	const char *error;
	if (!config_claim(&claimed, o, prog, &error))
		claimed.symex.claim = NULL; /* verify says so */
	const char *claim = claimed.symex.claim;
	struct slice_config config = {.races = c->symex.schedules.race_check,
	                              .unchecked_access = c->symex.unchecked_access,
	                              .claim = claim ? intern(claim) : NULL};
	goto_slice(prog, &config, result);
}

bool slicing_is_refuted(const struct slice_result *s, struct result *result) {
	if (result_has_gap(result, GAP_REPLAY))
		return true;
	if (s->drops_access)
		result_assume(result, "accesses that no property depends on are valid", "no-slice");
	return false;
}
