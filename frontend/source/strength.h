/* frontend/source/strength.h -- which of several definitions of a name counts. */
#ifndef FRONTEND_SOURCE_STRENGTH_H
#define FRONTEND_SOURCE_STRENGTH_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* Weaker first: of two definitions the stronger one counts, two of the strongest are an error. */
enum fe_strength {
	FE_DECLARED,
	FE_INLINE, /* an inline definition: another unit may have the real one */
	FE_WEAK,
	FE_COMMON, /* a tentative definition */
	FE_STRONG,
};

/* Of a declaration at file scope.  has_body: it is a function with one. */
enum fe_strength fe_strength_of(CXCursor, bool has_body, bool weak);

#endif
