/* symex/step/switch.h -- switch points: the instructions before which a context switch is possible.
 *
 * These are visible instructions (goto/passes/passes.h), waits, and instructions at which the whole
 * execution ends or may end: other threads may violate a property before that.  No switch point is
 * inside an atomic section, or in the part of a new thread before the user's function.
 */
#ifndef SYMEX_STEP_SWITCH_H
#define SYMEX_STEP_SWITCH_H

#include "symex/core/state.h"

enum switch_point {
	SWITCH_NONE,
	SWITCH_VISIBLE,
	SWITCH_WAIT, /* stops a thread even if it is the only one: it may wait for ever */
};

/* The switch point before the next instruction of the running thread. */
enum switch_point switch_point(const struct symex *, const struct state *);
/* Does the whole execution end at the next instruction, or may it? */
bool switch_may_end(const struct symex *, const struct state *);
/* Does the next instruction create a thread?  Does it begin the atomic section that does? */
bool switch_is_spawn(const struct state *);
bool switch_is_creation(const struct state *);

/* true: a signal is delivered before the next instruction, and 'st' is now at its handler. */
bool switch_interrupted(struct symex *, struct state *);

#endif
