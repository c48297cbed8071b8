/* frontend/lower/lower_math.h -- calls of builtins of <math.h>; true: the call was one of them,
 * *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_MATH_H
#define FRONTEND_LOWER_LOWER_MATH_H

#include "frontend/code/lower_body.h"

bool lw_math_builtin(struct lw *, CXCursor call, const char *name, const struct expr **value);

#endif
