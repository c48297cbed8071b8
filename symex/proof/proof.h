/* symex/proof/proof.h -- proofs for any number of threads.
 *
 * relation.h turns the program into formulas, view.h finds invariants.  Deadlocks, leaks, the order
 * of locks and signal handlers are not covered.
 */
#ifndef SYMEX_PROOF_PROOF_H
#define SYMEX_PROOF_PROOF_H

#include "symex/core/execution.h"

/* Tries to prove all properties, for so many seconds (0: any number).  false: a gap says what was
 * missing. */
bool proof_search(struct symex *, double seconds);
/* The same in an execution of its own, beside that of another engine.  false: nothing has changed.
 */
bool proof_try(struct symex *, double seconds);

#endif
