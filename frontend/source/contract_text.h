/* frontend/source/contract_text.h -- what clang does not parse in clauses of contracts, as C.
 *
 *   a ==> b                        (!(a) || (b))
 *   __CPROVER_forall { int i; e }  __CPROVER_quantifier(1, POLARITY, LOW, HIGH, ({int i; e;}))
 *   __CPROVER_exists { int i; e }  the same with 0
 *   __CPROVER_old(e), __CPROVER_is_fresh(p, n), __CPROVER_return_value: as the caller says
 *
 * The polarity is 1 where the whole is true sooner if the quantifier is, -1 where it is false
 * sooner, 0 where that is not known; LOW and HIGH are the bounds of the variable, LOW <= i < HIGH,
 * if 'e' begins with some.  lower_contract.c makes code of it.  Texts keep their line breaks.
 */
#ifndef FRONTEND_SOURCE_CONTRACT_TEXT_H
#define FRONTEND_SOURCE_CONTRACT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/arena.h"
#include "util/base/vec.h"

struct contract_old { /* an argument of __CPROVER_old */
	VEC(const char *) at;
};

struct contract_words {
	const char *fresh; /* what __CPROVER_is_fresh(p, n) becomes: fresh "p), n)"; NULL: it stays */
	bool is_lvalue;    /* fresh is given &(p) */
	struct contract_old *old; /* receives arguments of __CPROVER_old; NULL: it is an error there */
	bool has_result;          /* __CPROVER_return_value has a meaning */
	bool is_list;             /* it may be several expressions */
	const char *error;        /* set by contract_expression: what is wrong */
};

/* The text of a clause as an expression of C; NULL: *words says why there is none. */
char *contract_expression(struct arena *, const char *text, struct contract_words *);
/* A whole file; NULL: there is nothing in it that clang would not parse. */
char *contract_file(struct arena *, const char *text, size_t n);

/* One target of an assigns or frees clause: "condition: target". */
struct contract_target {
	const char *condition; /* "1" if there is none */
	const char *text;
	const char *form; /* __CPROVER_object_whole, _from, _upto, typed_target; or NULL */
};
struct contract_targets {
	VEC(struct contract_target) at;
};
void contract_targets(struct arena *, const char *text, struct contract_targets *);

#endif
