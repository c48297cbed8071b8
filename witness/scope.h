/* witness/scope.h -- what names mean in an expression of a witness. */
#ifndef WITNESS_SCOPE_H
#define WITNESS_SCOPE_H

#include "goto/program/prog.h"

struct cexpr_scope {
	struct goto_prog *prog;
	const char *function;        /* name; for its static variables */
	struct symbol *const *local; /* variables of blocks, youngest first */
	uint32_t nlocals;
	const struct expr *result; /* \result, or NULL */
};

#endif
