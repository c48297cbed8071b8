/* frontend/lower/lower_verifier.h -- calls of functions of other verifiers; true: the call was one
 * of them, *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_VERIFIER_H
#define FRONTEND_LOWER_LOWER_VERIFIER_H

#include "frontend/code/lower_body.h"

bool lw_verifier_call(struct lw *, CXCursor call, const char *name, bool want,
                      const struct expr *into, const struct expr **value);

#endif
