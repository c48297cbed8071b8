/* witness/cexpr.h -- C expressions of witnesses as expressions of the goto-program.
 *
 * Constants, names, members, indices, dereferences, addresses, casts to arithmetic types and their
 * pointers, sizeof of such types, arithmetic, comparisons, logic and ?:, typed as C does; of ACSL
 * also \result, \true, \false, \old-free conjunctions and ==>.  No calls, no side effects.
 */
#ifndef WITNESS_CEXPR_H
#define WITNESS_CEXPR_H

#include "witness/scope.h"

/* A scalar; NULL: *error says what is not understood. */
const struct expr *cexpr_parse(const struct cexpr_scope *, const char *text, const char **error);

/* The same, as a value to be assigned: one that is not always defined is not understood. */
const struct expr *cexpr_value(const struct cexpr_scope *, const char *text, const char **error);

#endif
