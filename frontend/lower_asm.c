/* Inline assembly.  An empty template only hides values from the compiler: it changes nothing, and
 * an output tied to an input has that input's value.  Anything else is a hole, and what it
 * writes is arbitrary. */
#include "frontend/lower.h"

#include <stdlib.h>
#include <string.h>

static void havoc(struct lw *lw, const struct expr *lvalue) {
	if (type_is_scalar(lvalue->type) || type_is_aggregate(lvalue->type))
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = lvalue});
}

/* The input that shares its register with output 'k', or -1. */
static int tied_input(const struct lw_asm *a, uint32_t k) {
	for (uint32_t i = 0; i < a->nin; i++) {
		const char *text = a->constraint[a->nout + i];
		if (*text >= '0' && *text <= '9' && (uint32_t)atoi(text) == k)
			return (int)i;
	}
	return -1;
}

static void empty_template(struct lw *lw, const struct lw_asm *a, struct lw_kids kids) {
	for (uint32_t k = 0; k < a->nout; k++) {
		if (strchr(a->constraint[k], '+'))
			continue;
		const struct expr *lvalue = lw_lvalue(lw, kids.at[k]);
		int input = tied_input(a, k);
		const struct expr *value =
		    input >= 0 ? lw_value(lw, kids.at[a->nout + (uint32_t)input]) : NULL;
		if (value && type_is_scalar(lvalue->type) && type_is_scalar(value->type))
			lw_assign(lw, lvalue, value);
		else
			havoc(lw, lvalue);
	}
}

void lw_asm_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	struct lw_asm a;
	if (!lw_sidecar_asm(lw, c, &a) || a.is_goto || a.nout + a.nin != kids.n) {
		lw_unsupported(lw, NULL, "inline assembly");
		return;
	}
	lw_scope_open(lw, false);
	if (a.is_empty) {
		empty_template(lw, &a, kids);
	} else {
		for (uint32_t i = 0; i < a.nin; i++)
			lw_discard(lw, kids.at[a.nout + i]);
		lw_emit(lw, (struct ins){.kind = INS_UNSUPPORTED, .text = "inline assembly"});
		for (uint32_t i = 0; i < a.nout; i++)
			havoc(lw, lw_lvalue(lw, kids.at[i]));
	}
	lw_scope_close(lw);
}
