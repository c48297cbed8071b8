#include "goto/program/operators.h"

#include <stddef.h>

static const struct row {
	const char *text;
	int level;
} rows[] = {
    [EXPR_LOR] = {"||", 1},   [EXPR_LAND] = {"&&", 2},   [EXPR_BITOR] = {"|", 3},
    [EXPR_BITXOR] = {"^", 4}, [EXPR_BITAND] = {"&", 5},  [EXPR_EQ] = {"==", 6},
    [EXPR_NE] = {"!=", 6},    [EXPR_LT] = {"<", 7},      [EXPR_LE] = {"<=", 7},
    [EXPR_GT] = {">", 7},     [EXPR_GE] = {">=", 7},     [EXPR_SHL] = {"<<", 8},
    [EXPR_SHR] = {">>", 8},   [EXPR_ADD] = {"+", 9},     [EXPR_PTRADD] = {"+", 9},
    [EXPR_SUB] = {"-", 9},    [EXPR_PTRDIFF] = {"-", 9}, [EXPR_MUL] = {"*", 10},
    [EXPR_DIV] = {"/", 10},   [EXPR_REM] = {"%", 10},
};

static const struct row *row_of(enum expr_kind kind) {
	static const struct row none;
	return (size_t)kind < sizeof rows / sizeof *rows ? &rows[kind] : &none;
}

const char *operator_text(enum expr_kind kind) {
	return row_of(kind)->text;
}

int operator_level(enum expr_kind kind) {
	return row_of(kind)->level;
}

enum expr_kind operator_opposite(enum expr_kind kind) {
	switch (kind) {
	case EXPR_EQ: return EXPR_NE;
	case EXPR_NE: return EXPR_EQ;
	case EXPR_LT: return EXPR_GE;
	case EXPR_LE: return EXPR_GT;
	case EXPR_GT: return EXPR_LE;
	case EXPR_GE: return EXPR_LT;
	default: return kind;
	}
}
