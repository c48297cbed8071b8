/* symex/proof/relation/predicate.h -- locks whose words are symbolic: free, or not.
 *
 * The word of a mutex holds the number of its owner, so it is no explicit part.  But what holds
 * while it is free differs from what holds while it is not, and both are facts about shared
 * variables.  So for a shared part that steps set to a constant, and wait to have this constant,
 * there is an explicit part that says whether it has it: nodes differ by its value.  The same can
 * be done for a number that steps compare with a constant: what holds as long as it has its first
 * value, and while it has the other one.
 */
#ifndef SYMEX_PROOF_RELATION_PREDICATE_H
#define SYMEX_PROOF_RELATION_PREDICATE_H

#include "symex/proof/relation/owner.h"

enum { MAX_PREDICATES = 8 };

struct predicate {
	uint32_t part; /* 1 bit: 'of' has the value */
	uint32_t of;
	term value; /* constant */
};

struct predicates {
	struct predicate at[MAX_PREDICATES];
	uint32_t n;
};

/* Finds predicates about symbolic parts, and adds them to the edges of the relation; false: there
 * are none. */
bool predicates_add(struct relation *, const bool *symbolic, const struct owners *,
                    struct predicates *);
/* The same, of numbers that have none. */
bool predicates_add_tests(struct relation *, const bool *symbolic, struct predicates *);
/* The condition that a predicate has this value. */
term predicate_holds(const struct relation *, const struct predicate *, bool);

#endif
