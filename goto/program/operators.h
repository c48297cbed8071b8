/* goto/program/operators.h -- binary operators as C writes them, and comparisons. */
#ifndef GOTO_PROGRAM_OPERATORS_H
#define GOTO_PROGRAM_OPERATORS_H

#include "goto/program/expr.h"

/* "<="; of PTRADD "+", of PTRDIFF "-".  NULL: it is no binary operator of C. */
const char *operator_text(enum expr_kind);
/* How tightly it binds, from 1, || , to 10, * / % ; 0: as above. */
int operator_level(enum expr_kind);

/* From two numbers of one type, or of two for shifts, one of that type. */
static inline bool operator_computes(enum expr_kind kind) {
	return kind >= EXPR_ADD && kind <= EXPR_BITXOR;
}

static inline bool operator_compares(enum expr_kind kind) {
	return kind >= EXPR_EQ && kind <= EXPR_GE;
}

/* The comparison that holds where this one does not; anything else stays as it is.  Of floats that
 * may be NaN, only EQ and NE are each other's opposite. */
enum expr_kind operator_opposite(enum expr_kind);

#endif
