/* frontend/machine/lower_simd.h -- builtins of processors that work on vectors. */
#ifndef FRONTEND_MACHINE_LOWER_SIMD_H
#define FRONTEND_MACHINE_LOWER_SIMD_H

#include "frontend/code/lower_body.h"

/* false: it is none that is known */
bool lw_simd_builtin(struct lw *, CXCursor call, const char *name, const struct expr **value);

#endif
