/* symex/replay/consistent.h -- does a memory model allow an execution?
 *
 * A second judge of counterexamples: it gets the execution that a replay has recorded, nothing
 * else, and decides the axioms of its memory model as they are written below, over relations as bit
 * matrices (result/pairs.h).  It shares no code with the engines that search, nor with solvers.
 *
 *   sc    acyclic(sb | rf | mo | rb)
 *   tso   per location acyclic(sb | rf | mo | rb); atomicity; acyclic(ppo | rfe | mo | rb), where
 *         ppo is sb without pairs of a store that may wait in a buffer and a later load
 *   pso   the same; ppo also lacks pairs of two such stores to different locations with no store
 *         barrier between
 *   c11   RC11: coherence, irreflexive(hb; eco?), per location; atomicity; no values out of thin
 *         air, acyclic(sb | rf); acyclic(psc)
 *
 *   eco = (rf | mo | rb)+
 *   scb = sb | (sb minus same location); hb; (sb minus same location)
 *            | hb on one location | mo | rb
 *   psc = ([SC] | [F SC]; hb?); scb; ([SC] | hb?; [F SC])  |  [F SC]; (hb | hb; eco; hb); [F SC]
 *
 * Atomicity: no write is between a read-modify-write and its source in mo.  A location is a set of
 * bytes that no access tears apart.  Under tso and pso, these drain the store buffer: read-modify-
 * writes and compare-exchanges that failed, stores and fences that are seq_cst, operations of the
 * library, creation and end of a thread, atomic sections.
 */
#ifndef SYMEX_REPLAY_CONSISTENT_H
#define SYMEX_REPLAY_CONSISTENT_H

#include "result/execution.h"
#include "util/base/arena.h"

/* The largest execution that is judged, in events: matrices have their square. */
enum { CONSISTENT_MOST = 6000 };

/* NULL: the model allows the execution.  Otherwise the axiom that it violates, as a sentence. */
const char *consistent_violated(struct arena *, const struct execution *);

#endif
