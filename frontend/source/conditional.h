/* frontend/source/conditional.h -- which #if a piece of source stands in, and how to get another
 * branch.
 *
 * Asked only about what is not supported: somebody who wrote it inside an #if may have written
 * another way around it.
 */
#ifndef FRONTEND_SOURCE_CONDITIONAL_H
#define FRONTEND_SOURCE_CONDITIONAL_H

#include "frontend/fe.h"

struct fe_conditional {
	const char *directive; /* interned, one line: "#if defined(USE_ASM)"; of #else the #if before */
	const char *option;    /* interned: "-UUSE_ASM" takes another branch; "-D...": it depends */
	bool is_else;          /* the place is in its #else */
	bool is_reserved;      /* the macro is one of the compiler or the library */
	uint32_t line;
	const char *file; /* interned */
};

/* The innermost conditional around the place that has another branch; false: there is none. */
bool fe_find_conditional(CXTranslationUnit, CXSourceLocation, struct fe_conditional *);

#endif
