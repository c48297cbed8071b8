/* solvers/rewrite/unarray.h -- array terms rewritten into bit-vector terms.
 *
 * A read of a store becomes an ITE on the equality of the indices; stores at constant indices that
 * follow one another are a table and are searched bit by bit.  A read of an array variable becomes
 * a fresh variable, and axioms say that equal indices read equal values (Ackermann).  Solvers
 * decide this faster than their theories of arrays do, and those without one can be used at all.
 *
 * Not rewritten: equality of arrays, and what would become too large.
 */
#ifndef SOLVERS_REWRITE_UNARRAY_H
#define SOLVERS_REWRITE_UNARRAY_H

#include <stddef.h>

#include "solvers/term/term.h"

struct unarray;

struct array_read {
	term array, index, value; /* variable, free of arrays, fresh variable */
};

struct unarray *unarray_open(struct terms *);
void unarray_close(struct unarray *); /* NULL is allowed */

/* An equal term without arrays, provided that the axioms hold; t itself if it has none.
 * NO_TERM: not rewritten; nor will any later term be. */
term unarray_term(struct unarray *, term t);

/* Both only grow, and are valid until the next unarray_term. */
const term *unarray_axioms(const struct unarray *, size_t *n);
const struct array_read *unarray_reads(const struct unarray *, size_t *n);

#endif
