/* symex/replay/replay.h -- one concrete execution, chosen by a model, on the goto-program.
 *
 * The choices whose guards hold in the model, in the order in which they were recorded, are what
 * the environment answers along the violating path.  Replay steps the program again with every
 * choice settled, so that all conditions are constants, and tells an observer what happens.  If it
 * does not end in the violation that the solver promised, the counterexample is not printed.
 */
#ifndef SYMEX_REPLAY_REPLAY_H
#define SYMEX_REPLAY_REPLAY_H

#include "symex/core/naming.h"

struct plan_step {
	uint32_t tid;   /* who runs; by location: the number that the thread has there */
	uint32_t until; /* by location: the one at which it stops; 0: it runs on */
	bool undivided; /* per thread: it runs until it waits or ends */
};

struct plan {                    /* the schedule of a program with threads */
	const struct naming *naming; /* of the execution that is replayed */
	VEC(struct plan_step) step;
	bool is_complete; /* what is wrong may be the last state itself: a deadlock, a race */
};

/* Is the violation of 'vc' under 'model' real?  The observer is told of the execution.  false: the
 * replay took another way, and *why says which. */
bool replay_run(struct symex *found, struct model *, const struct vc *, const struct observer *,
                void *observing, const char **why);

/* Shared inside replay/: the engine's data, x->self. */
struct replay {
	struct symex *found; /* the symbolic run that the model is of */
	const struct vc *goal;
	struct plan plan;
	size_t next;    /* choice to look at next */
	uint32_t until; /* of the step that is run, as is the next */
	bool undivided;
	bool reached;    /* the violation happened */
	const char *why; /* or this went wrong */
};

/* schedule.c: runs the plan. */
void replay_schedule(struct symex *);

#endif
