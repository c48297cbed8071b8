/* frontend/lower/lower_atomic.h -- calls of atomic operations; true: the call was one of them,
 * *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_ATOMIC_H
#define FRONTEND_LOWER_LOWER_ATOMIC_H

#include "frontend/code/lower_ast.h"

bool lw_atomic_call(struct lw *, CXCursor call, const char *name, bool want,
                    const struct expr **value);
const struct expr *lw_atomic_expr(struct lw *, CXCursor, const char *name, struct lw_kids);

#endif
