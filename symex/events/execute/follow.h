/* symex/events/execute/follow.h -- executes threads along the path that each took in a concrete
 * run.
 *
 * The k-th conditional jump of a thread goes as the k-th one of the run did; its condition becomes
 * one that the thread requires, so the thread stops where it would leave the path.  It also stops
 * where the run ended.  So the events are those of the run (the concurrent trace program of the
 * paper, section 3), and every prefix of a feasible permutation of them is covered.
 *
 * A jump around an assertion that fails, as 'assert' makes it, is the assertion: its condition is
 * checked before it is required.
 *
 * Inputs are symbols, so values other than those of the run are covered too, as far as they lead
 * along the same path.  With the maximal causal model (section 6), what threads read from shared
 * memory, and inputs, have the values of the run; what an assertion reads, and what the library
 * reads to synchronise threads, does not.
 */
#ifndef SYMEX_EVENTS_EXECUTE_FOLLOW_H
#define SYMEX_EVENTS_EXECUTE_FOLLOW_H

#include "symex/events/record/events.h"
#include "symex/replay/run/run_choices.h"
#include "symex/replay/run/run_trace.h"

struct run_follower;

struct run_follower *follower_open(const struct run_trace *, enum causal);
void follower_close(struct run_follower *);

/* All threads are executed again. */
void follower_restart(struct run_follower *);
/* The thread, the parent's spawn-th one, begins; main: tid 0. */
void follower_begin(struct run_follower *, uint32_t tid, uint32_t parent, uint32_t spawn);
/* The running thread is before an instruction; true: the run ended here. */
bool follower_stops(struct run_follower *);
/* The next decision of the thread, which is at this instruction; NULL: the path is another one. */
const struct run_decision *follower_next(struct run_follower *, const struct state *);
/* The value that the instruction of the running thread read from shared memory in the run; NULL: it
 * read none, or several. */
const struct bits *follower_seen(struct run_follower *);

/* The maximal causal model.  The value that the instruction of the running thread read from shared
 * memory in the run; NULL: it is not constrained. */
const struct bits *follower_read(struct run_follower *, const struct state *);
/* The k-th input of the instruction that the thread has executed last; NULL: there is none, or it
 * is not constrained. */
const struct bits *follower_input(struct run_follower *, size_t k);

#endif
