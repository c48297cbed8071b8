/* frontend/lower/lower_va.h -- variable arguments. */
#ifndef FRONTEND_LOWER_LOWER_VA_H
#define FRONTEND_LOWER_LOWER_VA_H

#include "frontend/code/lower_body.h"

bool lw_va_call(struct lw *, CXCursor call, const char *name); /* true: it was one of theirs */
const struct expr *lw_va_arg(struct lw *, CXCursor, CXCursor list);

#endif
