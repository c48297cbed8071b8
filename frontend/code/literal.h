/* frontend/code/literal.h -- string and floating literals. */
#ifndef FRONTEND_CODE_LITERAL_H
#define FRONTEND_CODE_LITERAL_H

#include "frontend/code/lower_body.h"

const struct expr *lw_float_literal(struct lw *, CXCursor, const struct type *);
/* The bytes of a string literal without padding, in the scratch arena; false: not understood. */
bool lw_string_bytes(struct lw *, CXCursor, uint64_t elem_size, uint8_t **bytes, uint64_t *n);
const struct expr *lw_string(struct lw *, CXCursor);

#endif
