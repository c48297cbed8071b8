#include "cli/slicing.h"

#include "symex/strategy.h"
#include "util/intern.h"

static bool is_loop(const struct goto_prog *prog, const char *id) {
	for (size_t i = 0; i < prog->function.n; i++)
		for (size_t k = 0; k < prog->function.at[i]->loop.n; k++)
			if (prog->function.at[i]->loop.at[k].id == id)
				return true;
	return false;
}

/* Is the depth of recursion bounded, or every loop, so that each of them is a property? */
static bool bounds_anything(const struct bounds *b, const struct goto_prog *prog) {
	bool more = b->unwind != NO_BOUND || b->depth != NO_BOUND;
	for (size_t i = 0; i < b->nrules; i++)
		more |= !is_loop(prog, intern(b->rule[i].loop));
	return more;
}

/* Options that show or count executions are about the whole program.  A bound of loops that is a
 * property, termination and leaks are about instructions that nothing else depends on. */
bool slicing_is_sound(const struct options *o, const struct config *c,
                      const struct goto_prog *prog) {
	const struct symex_config *symex = &c->symex;
	bool makes_runs = symex->schedules.strategy->makes_runs;
	bool shows = o->dot || o->cover || symex->vcc || symex->smt2 || symex->schedules.all_runs ||
	             symex->schedules.incremental || makes_runs;
	/* Invariants are guessed from values that variables have in the search. */
	bool tells_invariants = o->witness && !prog->has_threads;
	return !prog->interrupt.function && !prog->has_jumps && !symex->leak_check &&
	       !symex->termination && !symex->async_signal_check &&
	       !symex->schedules.lock_order_check && !bounds_anything(&symex->bounds, prog) && !shows &&
	       !tells_invariants;
}

void slicing_run(const struct options *o, const struct config *c, struct goto_prog *prog,
                 struct slice_result *result) {
	struct config claimed = *c;
	const char *error;
	if (!config_claim(&claimed, o, prog, &error))
		claimed.symex.claim = NULL; /* verify says so */
	const char *claim = claimed.symex.claim;
	struct slice_config config = {.races = c->symex.schedules.race_check,
	                              .deadlocks = c->symex.schedules.deadlock_check,
	                              .unchecked_access = c->symex.unchecked_access,
	                              .claim = claim ? intern(claim) : NULL};
	const struct bounds *b = &c->symex.bounds;
	const char **bounded = arena_array(prog->arena, const char *, b->nrules);
	for (size_t i = 0; i < b->nrules; i++)
		bounded[i] = intern(b->rule[i].loop);
	config.bounded = bounded;
	config.nbounded = b->nrules;
	goto_slice(prog, &config, result);
}

bool slicing_is_refuted(const struct slice_result *s, struct result *result) {
	if (result_has_gap(result, GAP_REPLAY))
		return true;
	if (s->drops_access)
		result_assume(result, "accesses that no property depends on are valid", "no-slice");
	return false;
}
