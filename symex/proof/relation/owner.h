/* symex/proof/relation/owner.h -- words that hold a constant, or say which thread has set them.
 *
 * The word of a lock holds the number of its owner, plus a constant, or one of a few constants,
 * such as 0 if it is free.  If each step that sets a word sets it to one of these, two things are
 * known of it:
 *
 *   - What holds while it has one of the constants is worth a predicate (predicate.h).
 *   - A thread that is created is not in it.  Numbers of threads are names: one that has been used
 *     is used again only when no thread has it and no such word holds it (docs/assumptions.md).
 *
 * lazy/states/protect.h says how this differs from what the other engines know of locks.
 */
#ifndef SYMEX_PROOF_RELATION_OWNER_H
#define SYMEX_PROOF_RELATION_OWNER_H

#include "symex/proof/relation/relation.h"

enum { MAX_OWNERS = 12, MAX_OWNER_CONSTANTS = 3 };

struct owner_word {
	uint32_t part;
	term more; /* constant: the word of a thread is its number plus this */
	term constant[MAX_OWNER_CONSTANTS];
	uint32_t nconstants;
};

struct owners {
	struct owner_word at[MAX_OWNERS];
	uint32_t n;
};

void owners_find(const struct relation *, struct owners *);
/* The word that a thread sets, of a template of many, by its number. */
term owner_word(const struct relation *, const struct owner_word *, term number);

#endif
