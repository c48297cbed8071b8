/* frontend/code/lower_init.h -- what an initialiser says (C11 6.7.9), as a list of stores. */
#ifndef FRONTEND_CODE_LOWER_INIT_H
#define FRONTEND_CODE_LOWER_INIT_H

#include "frontend/code/lower_body.h"

struct lw_entry {
	const struct expr *lhs;
	uint64_t offset, size; /* in bits, in the whole object */
	CXCursor value;        /* an expression */
	bool is_string;        /* lhs is an array, value a string literal */
};
struct lw_entries {
	VEC(struct lw_entry) at;
	uint64_t open_elements; /* elements of an array of unknown bound that were reached */
	bool failed;            /* an UNSUPPORTED was emitted */
};
void lw_init_list(struct lw *, const struct expr *object, CXCursor init, struct lw_entries *);
bool lw_string_initialiser(struct lw *, const struct type *, CXCursor init, CXCursor *literal);

#endif
