/* frontend/code/lower_value.h -- values: conversions, arithmetic, and what keeps a value as it is
 * now.
 */
#ifndef FRONTEND_CODE_LOWER_VALUE_H
#define FRONTEND_CODE_LOWER_VALUE_H

#include "frontend/code/lower_body.h"

void lw_assign(struct lw *, const struct expr *lhs, const struct expr *rhs);
const struct expr *lw_save(struct lw *, const struct expr *value); /* into a new temporary */
/* 'e' was built before 'mark'; if the code since then may change its value, saves it there. */
const struct expr *lw_keep(struct lw *, const struct expr *e, size_t mark);
/* The lvalue with its pointers and indices saved, so that it can be read and then written. */
const struct expr *lw_pin(struct lw *, const struct expr *lvalue);
const struct expr *lw_pin_value(struct lw *, const struct expr *value);

void lw_evaluate(struct lw *, const struct expr *); /* for its checks alone */
const struct expr *lw_convert(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_sizeof(struct lw *, const struct type *); /* of type size_t */
const struct expr *lw_arith(struct lw *, enum expr_kind, const struct expr *, const struct expr *);
const struct expr *lw_pointer_add(struct lw *, const struct expr *, const struct expr *,
                                  bool minus);

#endif
