/* frontend/code/lower_build.h -- expressions that need no instruction. */
#ifndef FRONTEND_CODE_LOWER_BUILD_H
#define FRONTEND_CODE_LOWER_BUILD_H

#include "frontend/code/lower_body.h"

const struct expr *lw_decay(struct lw *, const struct expr *); /* arrays and functions */
const struct expr *lw_deref(struct lw *, const struct expr *pointer);
const struct expr *lw_addr(struct lw *, const struct expr *lvalue);
const struct expr *lw_int(struct lw *, int64_t);   /* of type int */
const struct expr *lw_size(struct lw *, uint64_t); /* of type size_t */
const struct type *lw_ptrdiff(struct lw *);
const struct expr *lw_not(struct lw *, const struct expr *);
/* The element of an array that a pointer to its first one stands for: of the array, if it is named.
 */
const struct expr *lw_element(struct lw *, const struct expr *pointer, const struct expr *ix);

#endif
