/* goto/passes/checks.h -- shared by the files that insert checks:
 *
 *   checks.c         walks functions and instructions; assert and error calls
 *   checks_memory.c  reads, writes and addresses: array bounds, validity of pointers
 *   checks_value.c   the walk over values with its guards; operators and conversions
 *   checks_name.c    temporaries show as what they hold while messages are made
 *
 * A check is an ASSERT before the instruction that holds the expression.  An operand of &&, ||
 * and ?: that is evaluated only under a condition is checked under that condition, its guard.
 */
#ifndef GOTO_PASSES_CHECKS_H
#define GOTO_PASSES_CHECKS_H

#include "goto/passes/passes.h"
#include "goto/program/rewrite.h"

struct made_check { /* one already made for the current instruction */
	enum property_class class;
	const struct expr *guard, *condition;
};

struct check_name { /* a display name to be restored */
	struct symbol *symbol;
	const char *display;
};

struct checks {
	struct goto_prog *prog;
	struct function *function;
	const struct check_config *config;
	struct rewrite rewrite;
	struct loc loc; /* of the current instruction */
	bool wraps;     /* likewise */
	bool trusted;   /* likewise */
	VEC(struct made_check) done;
	VEC(struct check_name) renamed;
	struct arena *arena;
	const struct type *type_int, *type_size;
};

enum access_purpose { ACCESS_READ, ACCESS_WRITE, ACCESS_ADDRESS /* computed, not used */ };

bool checks_wanted(const struct check_config *, enum property_class);
/* Asserts 'condition' where 'guard' (may be NULL) is not 0, unless the class is off (callers test
 * that first where making condition and text costs something). */
void checks_assert(struct checks *, enum property_class, const struct expr *guard,
                   const struct expr *condition, const char *text);
const char *checks_quote(struct checks *, const struct expr *); /* "'a[i]'", shortened */

void checks_value(struct checks *, const struct expr *, const struct expr *guard);
void checks_lvalue(struct checks *, const struct expr *, enum access_purpose,
                   const struct expr *guard);

/* Temporaries that are assigned once display as what they are set to ("f(x)") until
 * checks_restore_names. */
void checks_name_temporaries(struct checks *);
void checks_restore_names(struct checks *);

/* Shorthands for the conditions of checks. */
const struct expr *checks_not(struct checks *, const struct expr *);
const struct expr *checks_or(struct checks *, const struct expr *, const struct expr *);
const struct expr *checks_and(struct checks *, const struct expr *, const struct expr *);
const struct expr *checks_test(struct checks *, enum builtin, const struct expr *,
                               const struct expr *); /* the second may be NULL */
const struct expr *checks_compare(struct checks *, enum expr_kind, const struct expr *,
                                  const struct expr *);

#endif
