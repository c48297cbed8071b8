/* symex/replay/replay.h -- one concrete execution of the goto-program, determined by a model.
 *
 * The choices whose guards hold in the model, in the order in which they were recorded, are the
 * answers of the environment along the violating path.  A replay executes the program again with
 * every choice settled, so that all conditions are constants, and reports each event to an
 * observer. A counterexample is printed only if the replay ends in the violation that the solver
 * found.
 *
 * If the execution was one of a slice (goto/slice/slice.h), the replay is one of the whole program:
 * with the same steps, in which it also executes what was dropped.  There, every choice is 0.  It
 * may fail: an assumption of a model does not hold for 0, or a loop that was dropped does not end.
 *
 * concrete/concrete.h executes concretely, too, and uses this to confirm what it finds. It is
 * another executor, since there is no model whose choices it could follow: values and schedules
 * come from a plan, and what happens next is decided on the way.
 */
#ifndef SYMEX_REPLAY_REPLAY_H
#define SYMEX_REPLAY_REPLAY_H

#include "symex/core/naming.h"
#include "symex/replay/replay_impl.h"

void replay_plan_free(struct plan *);

/* A concrete execution beside another one: it has the program, the terms and the addresses in
 * common with it, and a path of its own.  What else it shares, and its engine, the caller sets. */
struct symex replay_symex(const struct symex *like, struct symex_stats *);

/* Replays 'vc' under the model, with an observer.  true: the execution ends in the violation;
 * false: it does not, for the reason *why. */
bool replay_run(struct symex *found, struct model *, const struct vc *, const struct observer *,
                void *observing, const char **why);
/* The same, for a variation of the execution, or to record what can be varied. */
bool replay_vary(struct symex *found, struct model *, const struct vc *, const struct observer *,
                 void *observing, const char **why, struct replay_variation *);

/* replay_schedule.c: runs the plan; the running thread until it stops.  false: it does not stop,
 * or the execution has ended. */
void replay_schedule(struct symex *);
bool replay_thread(struct symex *, struct state *);

/* What all engines of one concrete execution answer alike: conditions are constants, so there is
 * one path.  Those of threads have what differs as arguments. */
bool replay_feasible(struct symex *, term guard);
#define REPLAY_PATH .is_duplicate = true, .feasible = replay_feasible, .enqueue = explore_add
#define REPLAY_THREADS(...)                                                                        \
	.threads = {.exist = true,                                                                     \
	            .takes_signals = true,                                                             \
	            .bounded = explore_stop,                                                           \
	            .has_ended = thread_has_ended,                                                     \
	            __VA_ARGS__},                                                                      \
	.calls = LIBRARY_CALLS

#endif
