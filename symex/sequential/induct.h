/* symex/sequential/induct.h -- proofs for loops that no unwinding exhausts: abstraction and
 * k-induction.
 *
 * An execution in induction mode treats the loops that bounded execution had to cut as follows.
 *
 *  1. On entry, everything that a round of the loop may change becomes arbitrary.  So the state at
 *     the loop's head stands for the state before any round of any execution.
 *  2. k rounds are executed from there; the next jump back is dropped: where it leads is covered
 *     by 1.  If a round changed something that was not made arbitrary, that is added, and the
 *     whole execution starts again, until nothing is added.
 *  3. If no condition can be violated then, none can be in the program, for any number of rounds.
 *
 * With k = 1 all conditions are checked and any number of loops may be treated.  With k > 1
 * conditions in rounds before the k-th are assumed instead; that is sound only if bounded
 * execution has shown the first k rounds and if the loop is the only one treated and is entered
 * once, so that a violating round is either among the first k or has k - 1 good ones before it.
 *
 * A loop that changes pointers is not treated: an arbitrary address points to no object, so it
 * does not stand for all pointers.  For the same reason the validity of accesses is always checked
 * and never assumed.
 */
#ifndef SYMEX_SEQUENTIAL_INDUCT_H
#define SYMEX_SEQUENTIAL_INDUCT_H

#include "symex/core/state.h"

struct induct;

struct induct *induct_open(void);
void induct_close(struct induct *);
/* Treat this loop (an interned loop id) from now on; false: it already is.  A loop is cut where it
 * is entered: at its head, or at the one place inside that jumps from outside lead to. */
bool induct_add_loop(struct symex *, struct induct *, const char *id);

/* Tries to prove all conditions with k rounds, in so many seconds of the solver; true: they hold.
 * Requires bounded execution to have shown the first k rounds. */
bool induct_prove(struct symex *, struct induct *, uint32_t k, double budget);

#endif
