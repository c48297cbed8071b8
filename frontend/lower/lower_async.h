/* frontend/lower/lower_async.h -- __CPROVER_ASYNC_n: labels. */
#ifndef FRONTEND_LOWER_LOWER_ASYNC_H
#define FRONTEND_LOWER_LOWER_ASYNC_H

#include "frontend/code/lower_body.h"

void lw_async(struct lw *, const char *label, CXCursor stmt);

#endif
