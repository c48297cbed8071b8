/* frontend/lower/lower_builtin.h -- calls of builtins of clang; true: the call was one of them,
 * *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_BUILTIN_H
#define FRONTEND_LOWER_LOWER_BUILTIN_H

#include "frontend/code/lower_body.h"

bool lw_builtin(struct lw *, CXCursor call, const char *name, bool want, const struct expr **value);

#endif
