/* symex/proof/print/linear.h -- atoms about counters of threads, as sums in C.
 *
 * Such an atom compares sums of counters (count.h), of variables, and of constants, in the
 * arithmetic of bit-vectors.  It is told if it holds for integers as well.  What is subtracted on
 * one side is added on the other: "users == n1 + 1".
 */
#ifndef SYMEX_PROOF_PRINT_LINEAR_H
#define SYMEX_PROOF_PRINT_LINEAR_H

#include "symex/proof/print/comparison.h"

struct linear {               /* left == right + more, or left <= right + more, as integers */
	const char *left, *right; /* sums of names; "": 0 */
	int64_t more;
	enum { LINEAR_EQUAL, LINEAR_AT_MOST } kind;
};

/* false: the atom is not about counters, or cannot be told.  used: of each counter, set to true if
 * it occurs. */
bool linear_read(const struct comparisons *, struct arena *, term atom, bool *used,
                 struct linear *);
/* Is a implied by b, or the same? */
bool linear_is_weaker(const struct linear *a, const struct linear *b);
const char *linear_text(struct arena *, const struct linear *);
/* "n1": of counter number i */
const char *linear_counter_name(struct arena *, size_t i);

#endif
