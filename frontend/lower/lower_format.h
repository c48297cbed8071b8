/* frontend/lower/lower_format.h -- what a call of printf or its kin does to its arguments, which
 * may be pinned. */
#ifndef FRONTEND_LOWER_LOWER_FORMAT_H
#define FRONTEND_LOWER_LOWER_FORMAT_H

#include "frontend/lower/lower_argument.h"

void lw_format_call(struct lw *, CXCursor call, CXCursor decl, struct lw_args);

#endif
