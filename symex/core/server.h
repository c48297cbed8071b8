/* symex/core/server.h -- threads that may run for ever.
 *
 * Liveness demands that every thread ends, but for those of functions that --server names.  Who
 * looks for an execution that goes on for ever (symex/lazy/cycles/cycles.h, events/encode/spin.h)
 * and who replays it (symex/replay/spins.h) ask here, so that what one of them reports is what the
 * others mean by it.
 *
 * A server is not left out of the execution: its steps, and the fairness that it is owed, are those
 * of any other thread, and so are the threads that wait for it.  Only the demand that it ends is
 * dropped.  So a name too many loses the violations in which that thread, and no other one, never
 * ends -- what the user has asked for -- and a name too few reports one that the user may not mind.
 * In doubt, a thread is no server: where its start function is not known, it has to end.
 */
#ifndef SYMEX_CORE_SERVER_H
#define SYMEX_CORE_SERVER_H

#include "symex/core/state.h"

/* 'created': how threads were created, of a state or of the whole graph of events; main has no
 * entry there, and runs the entry of the program. */
bool server_is(const struct symex *, const struct pmap *created, uint32_t tid);

#endif
