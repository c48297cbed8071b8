/* symex/proof/check/foreign.h -- functions without a body that the program calls.
 *
 * A proof rests on what is assumed of them (step/unmodelled.c), and says so for each that some
 * execution calls.  Steps are executed from every point without asking whether that is possible, so
 * the calls are noted with their conditions, and those are looked at in the end, under the
 * invariant.
 */
#ifndef SYMEX_PROOF_CHECK_FOREIGN_H
#define SYMEX_PROOF_CHECK_FOREIGN_H

#include "symex/proof/check/claim.h"

/* Names the functions in the result that are called in a state of the invariant. */
void foreign_report(struct claim *);

#endif
