/* frontend/source/pure.h -- functions with a body that attribute const or pure is wrong about.
 *
 * A compiler may leave out calls of such a function, or make one of two.  Here every call runs what
 * the body says.  Where the body plainly does what the attribute excludes, the verdict says so: it
 * writes a static variable, or what a parameter points to, or (const) reads them.
 */
#ifndef FRONTEND_SOURCE_PURE_H
#define FRONTEND_SOURCE_PURE_H

#include "frontend/fe.h"

/* 'f' was lowered from the definition. */
void fe_pure_check(struct fe *, const struct function *f, CXCursor definition);

#endif
