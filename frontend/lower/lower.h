/* frontend/lower/lower.h -- one function body or initialiser to instructions.
 *
 *   lower_body.h     one body on its way;  lower_keep   what is kept between bodies
 *   lower_code       the instruction buffer;  lower_build, lower_value   expressions and values
 *   lower_vector     vectors lane by lane;  lower_complex   complex numbers part by part
 *   lower_ast        questions to libclang;  lower_scan   what must be known before
 *   literal          string and floating literals;  sidecar   what only the printed AST tells
 *   lower_init       initialisers (C11 6.7.9);  lower_mark   positions that a witness may name
 *   lower_barrier    fences;  lower_format   printf and its kin
 *   lower_expr       expressions and statements, which contain one another
 *
 * Above these stands what a body needs now and then, reached through struct lw_demand
 * (lower_keep.h):
 *
 *   lower_known      calls of what has a meaning of its own, with
 *   lower_intrinsic, lower_verifier, lower_builtin, lower_math, lower_cleanup, lower_jump
 *   lower_contract   clauses of contracts;  lower_loop   loops that have some
 *   lower_async      statements that a new thread executes
 *   lower_asm        inline assembly, with asm_*.c (asm.h)
 *   lower_simd       builtins of processors for vectors, with simd_*.c (simd.h)
 */
#ifndef FRONTEND_LOWER_LOWER_H
#define FRONTEND_LOWER_LOWER_H

#include "frontend/fe.h"

void fe_lower_function(struct fe *, struct fe_unit *, CXCursor definition, struct function *);
/* Appends to 'into' the assignments that give 'symbol' its initial value. 'init' is the initialiser
 * expression.  May complete an open array type or extend symbol->extra_size. */
void fe_lower_static_init(struct fe *, struct fe_unit *, struct function *into, struct symbol *,
                          CXCursor init);

#endif
