/* symex/sequential/induct.h -- proofs for loops that no unwinding exhausts: havoc and k-induction.
 *
 * The induction engine abstracts the loops that bounded execution had to cut:
 *
 *  1. On entry, everything that an iteration of the loop may change is havocked: it becomes
 *     arbitrary.  So the state at the loop's head stands for the state before any iteration of any
 *     execution.
 *  2. k iterations are executed from there.  The next jump back ends the path, because the state at
 *     its target is covered by 1.  If an iteration changed something that was not havocked, that is
 *     added, and the whole execution is repeated, until nothing is added.
 *  3. If no condition can be violated then, none can be in the program, for any number of
 *     iterations.
 *
 * With k = 1 all conditions are checked and any number of loops may be abstracted.  With k > 1
 * conditions in iterations before the k-th are assumed instead.  That is sound only if bounded
 * execution has proved the first k iterations, and if the loop is the only abstracted one and is
 * entered once: then a violating iteration is either among the first k, or k - 1 iterations without
 * a violation precede it.
 *
 * A loop that changes pointers is not abstracted: an arbitrary address points to no object, so it
 * does not stand for all pointers.  For the same reason the validity of accesses is always checked
 * and never assumed.
 */
#ifndef SYMEX_SEQUENTIAL_INDUCT_H
#define SYMEX_SEQUENTIAL_INDUCT_H

#include "symex/core/state.h"

struct induct;

struct induct *induct_open(void);
void induct_close(struct induct *);
/* Abstracts this loop (an interned loop id) from now on; false: it already is.  Its cut point is
 * where it is entered: at its head, or at the one instruction inside that jumps from outside lead
 * to. */
bool induct_add_loop(struct symex *, struct induct *, const char *id);

/* Tries to prove all conditions with k iterations, within 'budget' seconds of the solver; true:
 * they hold.  Requires that bounded execution has proved the first k iterations. */
bool induct_prove(struct symex *, struct induct *, uint32_t k, double budget);

#endif
