/* frontend/lower/lower_expr.h -- what lowers expressions and statements: modules that call one
 * another, as expressions and statements contain one another.
 *
 *   lower_expr.c     dispatch, names, memory;           lower_op.c    operators and assignments
 *   lower_cond.c     && || ?: and branches;             lower_ux.c    what libclang does not name
 *   lower_call.c     calls, with lower_argument.c;      lower_store.c initialisers
 *   lower_decl.c     local declarations, VLAs;          lower_stmt.c, lower_switch.c
 *   lower_atomic.c, lower_va.c, lower_loop.c, lower_clause.c
 */
#ifndef FRONTEND_LOWER_LOWER_EXPR_H
#define FRONTEND_LOWER_LOWER_EXPR_H

#include "frontend/code/lower_ast.h"

/* lower_expr.c */
const struct expr *lw_expr(struct lw *, CXCursor, bool want); /* !want: may be NULL */
const struct expr *lw_value(struct lw *, CXCursor);           /* decayed; NULL only for void */
void lw_discard(struct lw *, CXCursor);
const struct expr *lw_lvalue(struct lw *, CXCursor);
struct symbol *lw_static(struct lw *, CXCursor decl, const struct type *, const char *name);

/* lower_op.c */
const struct expr *lw_binary(struct lw *, CXCursor, bool want);
const struct expr *lw_compound_assign(struct lw *, CXCursor, bool want);
const struct expr *lw_unary(struct lw *, CXCursor, bool want);
/* lhs = the value of 'c'; calls and initialiser lists go there directly where they can. */
void lw_assign_from(struct lw *, const struct expr *lhs, CXCursor c);

/* lower_cond.c */
const struct expr *lw_logical(struct lw *, CXCursor, bool is_and);
const struct expr *lw_conditional(struct lw *, CXCursor, bool want);
const struct expr *lw_elvis(struct lw *, CXCursor, struct lw_kids);
void lw_branch(struct lw *, CXCursor cond, uint32_t label, bool sense); /* jump if it is 'sense' */

/* lower_ux.c: what libclang does not name */
const struct expr *lw_ux(struct lw *, CXCursor, bool want);
const struct expr *lw_generic(struct lw *, CXCursor, bool want);
const struct expr *lw_cast(struct lw *, CXCursor);
const struct expr *lw_sizeof_expr(struct lw *, CXCursor);

/* lower_call.c */
const struct expr *lw_call_expr(struct lw *, CXCursor, bool want, const struct expr *into);

/* lower_store.c */
void lw_initialise(struct lw *, const struct expr *variable, CXCursor init); /* automatic */
void lw_initialise_static(struct lw *, struct symbol *, CXCursor init);
void lw_zero(struct lw *, const struct expr *object);

/* lower_decl.c */
void lw_decl_stmt(struct lw *, CXCursor);
void lw_params(struct lw *, CXCursor function);
struct symbol *lw_variable(struct lw *, CXCursor decl); /* any variable; NULL: cannot be */
const struct expr *lw_compound_literal(struct lw *, CXCursor);
/* The type with run-time bounds, evaluated here, from the expressions among 'decl's children. */
const struct type *lw_vla_type(struct lw *, CXType, CXCursor decl, CXCursor init);
bool lw_is_vla(CXType);

/* lower_stmt.c */
/* A value without a value, for a return that has none where there should be one; NULL: no need. */
const struct expr *lw_any_result(struct lw *);
void lw_return(struct lw *, const struct expr *value, bool hidden); /* value may be NULL */
void lw_stmt(struct lw *, CXCursor);
const struct expr *lw_stmt_expr(struct lw *, CXCursor, bool want);
/* To the C label of that interned name; false: there is not exactly one. */
bool lw_goto_named(struct lw *, const char *name);
const struct expr *lw_label_address(struct lw *, CXCursor label_stmt, const struct type *);
/* lower_switch.c */
void lw_switch_stmt(struct lw *, CXCursor);
void lw_case_stmt(struct lw *, CXCursor);
void lw_default_stmt(struct lw *, CXCursor);

#endif
