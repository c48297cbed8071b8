/* frontend/code/lower_ast.h -- questions to libclang that need more than one call. */
#ifndef FRONTEND_CODE_LOWER_AST_H
#define FRONTEND_CODE_LOWER_AST_H

#include "frontend/code/lower_body.h"

struct lw_kids {
	CXCursor *at;
	size_t n;
};

struct lw_kids lw_kids(struct lw *, CXCursor);
CXCursor lw_last_kid(struct lw *, CXCursor);
CXCursor lw_skip_parens(struct lw *, CXCursor);    /* ParenExpr, __extension__ */
const char *lw_spelling(CXCursor);                 /* interned */
const char *lw_first_token(struct lw *, CXCursor); /* interned, or NULL */
/* The number that the user typed there, be it in a macro argument; interned, or NULL. */
const char *lw_spelled_number(struct lw *, CXCursor);
bool lw_is_expr(CXCursor);
bool lw_same_extent(CXCursor, CXCursor);
CXType lw_ctype(CXCursor);                                /* canonical */
const struct type *lw_rvalue_type(struct lw *, CXCursor); /* arrays, functions: pointers */
/* The value that libclang computes.  It drops side effects and undefined behaviour and crashes on
 * some initialiser lists: ask only for literals, sizeof, alignof, offsetof, constant builtins, case
 * labels and array bounds. */
bool lw_eval_u64(CXCursor, uint64_t *);
bool lw_eval_double(CXCursor, double *);
void lw_at(struct lw *, CXCursor);          /* sets lw->loc */
const char *lw_text(struct lw *, CXCursor); /* as the user wrote it, one line; or NULL */
bool lw_is_noreturn(struct lw *, struct symbol *, CXCursor decl);

#endif
