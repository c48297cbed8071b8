/* symex/step/value/eval.h -- translates goto expressions to terms.
 *
 * The value of an expression is a bit-vector as wide as its type (_Bool: 8 bits holding 0 or 1;
 * pointers: symex/core/pointer.h).  An evaluation does not change the values in a state, but may
 * change the representation of an object, for example to an SMT array.
 */
#ifndef SYMEX_STEP_VALUE_EVAL_H
#define SYMEX_STEP_VALUE_EVAL_H

#include "symex/memory/memory.h"

struct lvalue { /* a register, or bytes in memory */
	bool is_register;
	uint32_t key;            /* register */
	bool is_known;           /* memory: one object, at a constant offset */
	uint32_t object;         /* is_known */
	uint64_t offset;         /* is_known */
	term pointer;            /* memory; NO_TERM: is_known, and the term was not made */
	uint32_t bit, bit_width; /* of a bit-field, from the byte the pointer names; width 0: none */
	const struct type *type;
	enum mem_order order;         /* of an access to it */
	enum mem_order failure_order; /* as that of goto/program/expr.h */
};

term eval(struct symex *, struct state *, const struct expr *);
struct value eval_value(struct symex *, struct state *, const struct expr *);
term eval_condition(struct symex *, struct state *, const struct expr *); /* boolean: != 0 */
/* The value as a term of address width. */
term eval_to_address(struct symex *, term, const struct type *);

/* lvalue.c */
struct lvalue eval_lvalue(struct symex *, struct state *, const struct expr *lvalue);
void lvalue_of_symbol(struct symex *, struct state *, struct symbol *, struct lvalue *);
/* What the value of a pointer expression points to; its type is not set. */
void eval_pointed(struct symex *, struct state *, const struct expr *, struct lvalue *);

struct value lvalue_load(struct symex *, struct state *, const struct lvalue *);
term lvalue_read(struct symex *, struct state *, const struct lvalue *);
void lvalue_write(struct symex *, struct state *, const struct lvalue *, term value);
void lvalue_assign(struct symex *, struct state *, const struct lvalue *, const struct value *);
term lvalue_pointer(struct symex *, const struct lvalue *); /* requires memory */

term eval_cast(struct symex *, struct state *, term, const struct type *from,
               const struct type *to);
uint32_t type_width(const struct symex *, const struct type *); /* of a scalar's term */
/* Size of a type in bytes, which may be symbolic; of address width. */
term eval_sizeof(struct symex *, struct state *, const struct type *);
term eval_rounding(struct symex *, struct state *);
/* Is the local an object (true) or a register? */
bool local_is_object(const struct symbol *);

/* eval_builtin.c */
term eval_builtin(struct symex *, struct state *, const struct expr *);

#endif
