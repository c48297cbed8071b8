/* frontend/lower/lower_known.h -- calls of what has a meaning of its own: builtins, atomic
 * operations, setjmp, what the macros of <pthread.h> call, intrinsics. */
#ifndef FRONTEND_LOWER_LOWER_KNOWN_H
#define FRONTEND_LOWER_LOWER_KNOWN_H

#include "frontend/code/lower_body.h"

/* 'decl' is the function that is named as the callee.  true: *value is as of lw_expr. */
bool lw_known_call(struct lw *, CXCursor call, CXCursor decl, bool want, const struct expr *into,
                   const struct expr **value);

#endif
