/* frontend/lower/lower_intrinsic.h -- calls of functions of mc.h; true: the call was one of them,
 * *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_INTRINSIC_H
#define FRONTEND_LOWER_LOWER_INTRINSIC_H

#include "frontend/code/lower_body.h"

bool lw_intrinsic(struct lw *, CXCursor call, const char *name, bool want, const struct expr *into,
                  const struct expr **value);

#endif
