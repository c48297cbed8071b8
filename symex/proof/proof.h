/* symex/proof/proof.h -- proofs for any number of threads.
 *
 * relation.h turns the program into formulas, view.h finds invariants.  Deadlocks, leaks, the order
 * of locks and signal handlers are not covered.
 */
#ifndef SYMEX_PROOF_PROOF_H
#define SYMEX_PROOF_PROOF_H

#include "symex/core/execution.h"

/* Tries to prove all properties.  false: a gap says what was missing. */
bool proof_search(struct symex *);

#endif
