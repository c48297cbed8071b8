/* goto/program/validate.h -- the rules of a goto-program, checked. */
#ifndef GOTO_PROGRAM_VALIDATE_H
#define GOTO_PROGRAM_VALIDATE_H

#include "goto/program/prog.h"

/* Every rule that prog.h and expr.h state; a breach is a BUG that names the
 * instruction. */
void goto_validate(const struct goto_prog *);

/* The rest is shared by validate.c (programs, instructions) and validate_expr.c. */
struct validate { /* where we are, for the message */
	const struct goto_prog *prog;
	const struct function *function;
	size_t at;
};

#define NO_INS SIZE_MAX

/* Ends the program as a BUG that names function, instruction and what is wrong; 'e' may be NULL. */
_Noreturn void validate_fail(const struct validate *, const struct expr *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void validate_symbol(const struct validate *, const struct symbol *);
void validate_value(const struct validate *, const struct expr *);  /* used as a scalar */
void validate_lvalue(const struct validate *, const struct expr *); /* of any type */
/* A scalar, or an lvalue of struct or union type: what can be assigned, passed and returned. */
void validate_operand(const struct validate *, const struct expr *);

#endif
