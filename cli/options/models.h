/* cli/options/models.h -- memory models: which one a run is about, and who searches it.
 *
 * --mm names the model.  Without it, a run is about sequential consistency (sc), and what the
 * program allows beyond that, by accesses with weaker orders, is looked at afterwards
 * (symex/portfolio/).
 *
 * Some programs have the same executions under every model (the theorem of data-race freedom, for
 * C11: Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, theorem 4): all atomic accesses are
 * sequentially consistent, and under sc no two conflicting accesses of which one is not atomic are
 * unordered.  A violation under sc is one under every model, and so is a race: so a search under
 * sc that looks for races, too, answers for the others.  Not so if the program can see that a lock
 * was not free: that orders threads under sc, though it synchronises nothing (goto_observes_lock).
 */
#ifndef CLI_OPTIONS_MODELS_H
#define CLI_OPTIONS_MODELS_H

#include <stdbool.h>

#include "cli/options/config.h"

/* --suggest-orders and --relax are about the model of C11.  false: *error. */
bool models_for_orders(struct options *, const char **error);
/* Can the chosen strategy and the other options be followed under the model of --mm?  false:
 * *error. */
bool models_check(const struct options *, const struct strategy *, const char **error);
/* Before the passes: the model, the strategies that have it, and whether races are checked.  false:
 * *error says why the strategy that was chosen has no answer. */
bool models_choose(struct config *, const struct options *, const struct goto_prog *,
                   const char **error);
/* May the program have executions under C11 that are no interleavings, although none of these has a
 * race?  Those of a program that sees whether a lock is free differ in races only. */
struct weak_place {
	bool differs;
	bool has_access; /* with a weaker order, the first one */
	bool in_assembly;
	bool by_barrier; /* a fence orders more than the barrier that it stands for */
	struct loc loc;
};
struct weak_place models_differ(const struct config *, const struct goto_prog *);
/* May models_wants_stage say so?  Asked before the passes. */
bool models_may_want_stage(const struct config *, const struct options *, const struct goto_prog *);
/* Is such a program to be searched under the memory model of
 * C11, too, since no model was named?  Then *stage is the configuration for that. */
bool models_wants_stage(const struct config *, const struct options *, const struct goto_prog *,
                        struct config *stage);
/* What SUCCESSFUL rests on, where the program allows less than the model has. */
void models_assume(struct result *, const struct config *, const struct weak_place *);

#endif
