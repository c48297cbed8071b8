/* frontend/lower/lower_cleanup.h -- calls in pthread_cleanup_push and _pop; true: the call was one
 * of them, *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_CLEANUP_H
#define FRONTEND_LOWER_LOWER_CLEANUP_H

#include "frontend/code/lower_body.h"

bool lw_cleanup_call(struct lw *, CXCursor call, const char *name, const struct expr **value);

#endif
