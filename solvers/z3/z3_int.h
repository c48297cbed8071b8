/* solvers/z3/z3_int.h -- bit-vector terms read as Z3's integers (--ir).
 *
 * A term of width w is an integer that is equal to it modulo 2^w; sums, differences, products,
 * negations and shifts to the left do not wrap around.  Variables and constants are in
 * -2^(w-1) .. 2^(w-1)-1, so signed arithmetic is plain arithmetic.
 *
 * Signed comparisons, divisions and shifts to the right take the integer as it is: there, and only
 * there, the reading differs from bit-vectors, if something below has left its range.  All other
 * operations look at the integer modulo 2^w and are exact.
 *
 * What has no such reading makes 'why' say what: bit-wise operations on two unknown words, arrays
 * that are still there.
 */
#ifndef SOLVERS_Z3_Z3_INT_H
#define SOLVERS_Z3_Z3_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "solvers/term/term.h"

struct z3_int {
	Z3_ast ast;     /* NULL: error */
	uint32_t reach; /* in -reach * 2^(w-1) .. reach * 2^(w-1) - 1; booleans: 1 */
	bool no_sign;   /* not negative */
};

#define Z3_INT_ANY UINT32_MAX /* a reach that is not known */

struct z3_ints;

struct z3_ints *z3_ints_open(const struct terms *, Z3_context);
void z3_ints_close(struct z3_ints *); /* NULL is allowed */
/* A bit-vector or boolean term, from its operands. */
struct z3_int z3_ints_build(struct z3_ints *, term, const struct z3_int *arg);
const char *z3_ints_why(const struct z3_ints *); /* NULL: no operation was refused */
/* The ranges of all variables so far; only grows, and moves with the next term. */
const Z3_ast *z3_ints_ranges(const struct z3_ints *, size_t *n);

#endif
