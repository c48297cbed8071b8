/* frontend/lower/lower_argument.h -- arguments of calls. */
#ifndef FRONTEND_LOWER_LOWER_ARGUMENT_H
#define FRONTEND_LOWER_LOWER_ARGUMENT_H

#include "frontend/code/lower_body.h"

struct lw_args {
	const struct expr **at;
	uint32_t n;
};
struct lw_args lw_arguments(struct lw *, CXCursor call, const struct expr **callee);
void lw_discard_arguments(struct lw *, CXCursor call); /* they are read, and that is all */
const struct expr *lw_argument(struct lw *, CXCursor call, unsigned i); /* 0: there is none */
/* Its first argument as a condition; the characters of a string argument; an arbitrary result. */
const struct expr *lw_condition(struct lw *, CXCursor call);
const char *lw_text_argument(struct lw *, CXCursor call, unsigned i); /* interned; "": none */
const struct expr *lw_nondet(struct lw *, CXCursor call, bool want, const struct expr *into);

#endif
