#include "tasks/slicing.h"

#include "symex/model/model.h"
#include "symex/reduction.h"
#include "symex/strategy.h"
#include "util/base/intern.h"

static bool is_loop(const struct goto_prog *prog, const char *id) {
	for (size_t i = 0; i < prog->function.n; i++)
		for (size_t k = 0; k < prog->function.at[i]->loop.n; k++)
			if (prog->function.at[i]->loop.at[k].id == id)
				return true;
	return false;
}

/* Is the depth of recursion bounded, or every loop, so that each of them is a property? */
static bool bounds_anything(const struct bounds *b, const struct goto_prog *prog) {
	bool more = b->unwind != NO_BOUND;
	for (size_t i = 0; i < b->nrules; i++)
		more |= !is_loop(prog, intern(b->rule[i].loop));
	return more;
}

/* What only the options and the loops tell, in bits of enum reduction_limit. */
static unsigned limits(const struct options *o, const struct config *c,
                       const struct goto_prog *prog) {
	unsigned set = bounds_anything(&c->symex.bounds, prog) ? LIMIT_ITERATIONS : 0;
	set |= o->dot ? LIMIT_DRAWN : 0;
	set |= c->symex.schedules.strategy->makes_runs ? LIMIT_RUNS : 0;
	set |= o->validate_witness ? LIMIT_FOLLOWED : 0;
	set |= o->cover || c->tests ? LIMIT_COVER : 0;
	set |= o->witness && !prog->has_threads ? LIMIT_INVARIANTS : 0;
	return set;
}

static bool applies(enum reduction which, const struct options *o, const struct config *c,
                    const struct goto_prog *prog) {
	struct reduction_scope scope = {.config = &c->symex,
	                                .prog = prog,
	                                .context_bound = c->symex.schedules.context_bound,
	                                .preemption_bound = c->symex.schedules.preemption_bound,
	                                .decision_bound = c->symex.schedules.decision_bound,
	                                .more = limits(o, c, prog)};
	return reduction_applies(which, &scope);
}

bool slicing_is_sound(const struct options *o, const struct config *c,
                      const struct goto_prog *prog) {
	return applies(REDUCTION_SLICE, o, c, prog);
}

void slicing_run(const struct options *o, const struct config *c, struct goto_prog *prog,
                 struct slice_result *result) {
	struct config chosen = *c;
	const char *error;
	if (!config_property(&chosen, o, prog, &error))
		chosen.symex.only_property = NULL; /* verify says so */
	const char *only = chosen.symex.only_property;
	struct slice_config config = {.races = c->symex.schedules.race_check,
	                              .deadlocks = c->symex.schedules.deadlock_check,
	                              .unchecked_access = c->symex.unchecked_access,
	                              .orders = !model_ignores_orders(c->symex.schedules.model),
	                              .all_assignments = !applies(REDUCTION_SLICE_FLOW, o, c, prog),
	                              .all_fields = !applies(REDUCTION_SLICE_FIELDS, o, c, prog),
	                              .all_waits = !applies(REDUCTION_SLICE_WAITS, o, c, prog),
	                              .only_property = only ? intern(only) : NULL};
	const struct bounds *b = &c->symex.bounds;
	const char **bounded = arena_array(prog->arena, const char *, b->nrules);
	for (size_t i = 0; i < b->nrules; i++)
		bounded[i] = intern(b->rule[i].loop);
	config.bounded = bounded;
	config.nbounded = b->nrules;
	goto_slice(prog, &config, result);
}

bool slicing_is_refuted(const struct slice_result *s, struct result *result) {
	if (result_has_gap(result, GAP_REPLAY) || result_has_gap(result, GAP_NUMBERS))
		return true;
	if (s->drops_access)
		result_assume(result, "accesses that no property depends on are valid",
		              "no-reduction=slice");
	return false;
}
