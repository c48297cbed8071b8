/* symex/step/switch.h -- where a context switch is possible.
 *
 * Before every visible instruction (goto/passes.h), before a wait, and where the whole execution
 * ends or may end: what other threads do before that still counts.  Not inside an atomic section,
 * and not before the user's function of a new thread begins.
 */
#ifndef SYMEX_STEP_SWITCH_H
#define SYMEX_STEP_SWITCH_H

#include "symex/core/state.h"

enum switch_point {
	SWITCH_NONE,
	SWITCH_VISIBLE,
	SWITCH_WAIT, /* even alone a thread may wait for ever */
};

/* At the next instruction of the running thread. */
enum switch_point switch_point(const struct symex *, const struct state *);
/* Does the whole execution end at the next instruction, or may it? */
bool switch_may_end(const struct symex *, const struct state *);
/* Is the next instruction the one that creates a thread? */
bool switch_is_spawn(const struct symex *, const struct state *);

/* If a signal is to be delivered before the next step of the thread: it is at the handler now. */
bool switch_interrupted(struct symex *, struct state *);

#endif
