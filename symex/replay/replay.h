/* symex/replay/replay.h -- one concrete execution of the goto-program, determined by a model.
 *
 * The choices whose guards hold in the model, in the order in which they were recorded, are the
 * answers of the environment along the violating path.  A replay executes the program again with
 * every choice settled, so that all conditions are constants, and reports each event to an
 * observer. A counterexample is printed only if the replay ends in the violation that the solver
 * found.
 *
 * If the execution was one of a slice (goto/slice.h), the replay is one of the whole program: with
 * the same steps, in which it also executes what was dropped.  There, every choice is 0.  It may
 * fail: an assumption of a model does not hold for 0, or a loop that was dropped does not end.
 */
#ifndef SYMEX_REPLAY_REPLAY_H
#define SYMEX_REPLAY_REPLAY_H

#include "symex/core/naming.h"

struct plan_step {
	uint32_t tid;   /* the thread that runs; naming by location: its number there */
	uint32_t until; /* naming by location: the location at which it stops; 0: none */
	bool undivided; /* naming per thread: the step ends where the thread waits or ends */
	bool at_switch; /* naming per thread: the step begins at a switch point */
	bool in_loop;   /* naming per thread: it does not, but within a long loop */
};

struct plan {                    /* the schedule of a program with threads */
	const struct naming *naming; /* of the execution that is replayed */
	VEC(struct plan_step) step;
	bool is_complete; /* the last state is checked for a deadlock and for data races */
};

/* Choices that only the whole program makes have numbers from here on. */
enum { REPLAY_EXTRA_CHOICES = 0x40000000 };

/* Replays 'vc' under the model, with an observer.  true: the execution ends in the violation;
 * false: it does not, for the reason *why. */
bool replay_run(struct symex *found, struct model *, const struct vc *, const struct observer *,
                void *observing, const char **why);

/* Shared inside replay/: the engine's data, x->self. */
struct replay {
	struct symex *found; /* the symbolic execution that the model belongs to */
	const struct vc *goal;
	struct plan plan;
	size_t next;               /* index of the next choice */
	uint32_t until;            /* of the current step of the plan */
	bool undivided;            /* the same */
	bool reached;              /* the violation happened */
	const char *why;           /* the reason why not; or NULL */
	bool is_sliced;            /* the symbolic execution was one of a slice of the program */
	uint32_t extra;            /* choices so far that the slice does not make */
	uint64_t steps;            /* sliced: instructions so far */
	const struct frame *asked; /* the last frame asked about; or NULL */
	bool asked_dropped;        /* is it in a call that the slice drops? */
};

/* schedule.c: runs the plan. */
void replay_schedule(struct symex *);

#endif
