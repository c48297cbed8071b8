/* symex/replay/run/run_count.h -- counting instructions of a thread so that a replay and a run of
 * the same execution agree.
 *
 * A replay executes the whole program, a run its slice (goto/slice/slice.h): instructions that the
 * slice drops, and what is inside of calls that it drops, do not count.  So the pair of a thread
 * and its count identifies a moment of the execution in both.
 */
#ifndef SYMEX_REPLAY_RUN_RUN_COUNT_H
#define SYMEX_REPLAY_RUN_RUN_COUNT_H

#include "symex/core/state.h"

bool run_counts(const struct function *, uint32_t pc);
/* Does the instruction count that the running thread is about to execute in a replay? */
bool run_counts_here(const struct state *);

#endif
