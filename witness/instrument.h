/* witness/instrument.h -- a witness is instrumented into the goto-program, so that whatever can
 * verify a program can validate a witness.
 *
 *   fe_load with marks --> instrument_open (before all passes) --> passes up to goto_add_checks
 *                      --> instrument_restrict --> the other passes, symex with
 *                          instrument_monitor --> instrument_close
 *
 * Violation witness: a ghost variable that all threads share holds the state of the automaton.  At
 * each source position that an edge names, an atomic section is inserted:
 *
 *     if (state == from && this is the thread && constraint) state = to;
 *
 * An edge to the sink becomes assume(0) instead of the assignment.
 *
 * A target is the statement where the violation happens.  While a thread executes it, a bit is set
 * in a thread-local ghost variable, 'active'.  instrument_restrict weakens every assertion of the
 * program: it can fail only while a target is active and the automaton is in its last state.  For
 * violations that are no assertions, the monitor says which of them count.
 *
 * Thread k of the witness is the thread that the call at its k-th thread-creating waypoint creates.
 * The section before that call stores k in the ghost variable 'creates'; after the model of the
 * call has spawned the thread, code stores its number in the ghost variable of thread k.
 *
 * An execution matches if some choice of edges along it does.  It is enough to take each edge as
 * soon as it can be taken, with two exceptions, where the choice is nondeterministic: a later
 * segment avoids something, or the edge is a call that creates a thread and may be executed again.
 *
 * Guided: a thread whose edge is not next waits at its source position until it is.  This excludes
 * executions that pass a position more often than the witness says, but finds a violation much
 * sooner.  Callers search guided first and, if nothing was found, again without.
 *
 * Correctness witness: an assertion of class PROPERTY_INVARIANT at the position of each invariant.
 * An update of its ghost variables is in one step with the store, the atomic section or the atomic
 * call of its statement (fuse.h).  Where that is not possible it is a step of its own, next to the
 * statement: what holds then in all executions holds also if they are one step, but an invariant
 * that does not may be violated for that reason only.
 */
#ifndef WITNESS_INSTRUMENT_H
#define WITNESS_INSTRUMENT_H

#include "goto/program/monitor.h"
#include "witness/instrumentation.h"

/* The witness must outlive it.  guided: only if the program has threads and the witness is a path;
 * is_guided says whether it is so. */
void instrument_open(struct instrumentation *, struct goto_prog *, const struct witness *,
                     bool guided);
void instrument_share(struct instrumentation *); /* after goto_find_shared, before splitting */
void instrument_restrict(struct instrumentation *);
struct monitor instrument_monitor(const struct instrumentation *); /* for symex */
void instrument_close(struct instrumentation *);

#endif
