/* symex/core/pointer.h -- pointers as terms: (object, offset) side by side in one bit-vector.
 *
 *   | object: 31 bits | offset: address_bits |
 *
 * Object 0 is no object: (0, i) is the integer i cast to a pointer, (0, 0) is null.  Pointer terms
 * are trees of ITE over such pairs, so the points-to set of a pointer follows from its term.
 *
 * An object has no address until the program uses it (a cast to an integer, a comparison of the
 * order of objects).  Then its base address is a fresh variable, constrained only as C guarantees:
 * aligned, not null, disjoint from other objects.  So a verdict holds for every memory layout.  The
 * low bits that the alignment makes zero are constants, so marks in them fold.
 */
#ifndef SYMEX_CORE_POINTER_H
#define SYMEX_CORE_POINTER_H

#include "symex/core/execution.h"
#include "symex/core/pointer_cache.h"

struct pointee { /* under 'guard' the pointer is (object, offset) */
	term guard;
	uint32_t object;
	term offset;
};

struct pointees {
	VEC(struct pointee) list;
	bool complete; /* false: the pointer may also point to an unknown object */
};

term ptr_make(struct symex *, uint32_t object, term offset);
term ptr_null(struct symex *);
term ptr_integer(struct symex *, term address); /* (0, address) */
term ptr_object(struct symex *, term pointer);
term ptr_offset(struct symex *, term pointer);
bool ptr_known(struct symex *, term pointer, uint32_t *object,
               term *offset); /* exactly one target */

void ptr_targets(struct symex *, term pointer, struct pointees *out); /* out: vec_free its list */
term ptr_add(struct symex *, term pointer, term bytes);
term ptr_to_int(struct symex *, term pointer);        /* width address_bits */
term ptr_from_int(struct symex *, term address);      /* width address_bits */
term ptr_addresses_equal(struct symex *, term, term); /* of integers, width address_bits */
/* Does a base address occur in it, other than in a condition that chooses between values? */
bool ptr_holds_address(struct symex *, term);
/* Has a number that no address is part of become a pointer, and do objects have addresses?  In the
 * search it is none to an object; a replay, where all numbers are constants, may find one there. */
bool ptr_was_guessed(const struct symex *);
extern const char ptr_guessed[]; /* says so */
void ptr_forget_base(struct symex *, uint32_t object);
term ptr_equal(struct symex *, term, term);
term ptr_less(struct symex *, term, term, bool or_equal);

#endif
