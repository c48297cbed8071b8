/* symex/proof/search/mask.h -- candidates about sets of bits.
 *
 * A part that a step combines with another value by & or | is a set of bits.  Two such parts may
 * have no bit in common, or one may have all bits of the other: what a thread has taken of a word
 * that is shared, and what two threads have taken.
 */
#ifndef SYMEX_PROOF_SEARCH_MASK_H
#define SYMEX_PROOF_SEARCH_MASK_H

#include "symex/proof/search/view.h"

enum { MASK_ATOMS = 3 };

/* The operands of a term that are parts, if it combines bits; returns how many, at most 2. */
uint32_t mask_operands(const struct views *, term, uint32_t *part);
/* Candidates about two sets of bits, by their terms. */
void mask_atoms(struct terms *, term, term, term out[MASK_ATOMS]);

#endif
