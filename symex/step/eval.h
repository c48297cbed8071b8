/* symex/step/eval.h -- goto expressions to terms: the one place that knows both languages.
 *
 * The value of an expression is a bit-vector as wide as its type (_Bool: 8 bits holding 0 or 1;
 * pointers: symex/core/pointer.h).  Reading never changes what the program can observe of a state,
 * but may change how an object is represented.
 */
#ifndef SYMEX_STEP_EVAL_H
#define SYMEX_STEP_EVAL_H

#include "symex/core/memory.h"

struct lvalue { /* where an lvalue is */
	bool is_register;
	uint32_t key;            /* register */
	term pointer;            /* otherwise */
	uint32_t bit, bit_width; /* of a bit-field, from the byte the pointer names; width 0: none */
	const struct type *type;
	enum mem_order order; /* of an access to it */
};

term eval(struct symex *, struct state *, const struct expr *);
term eval_condition(struct symex *, struct state *, const struct expr *); /* boolean: != 0 */
struct lvalue eval_lvalue(struct symex *, struct state *, const struct expr *lvalue);

term lvalue_read(struct symex *, struct state *, const struct lvalue *);
void lvalue_write(struct symex *, struct state *, const struct lvalue *, term value);
term lvalue_pointer(struct symex *, const struct lvalue *); /* requires memory */

term eval_cast(struct symex *, struct state *, term, const struct type *from,
               const struct type *to);
uint32_t type_width(const struct symex *, const struct type *); /* of a scalar's term */
/* Run-time size of a type in bytes, address width. */
term eval_sizeof(struct symex *, struct state *, const struct type *);
term eval_rounding(struct symex *, struct state *);
/* Is the local an object (true) or a register? */
bool local_is_object(const struct symbol *);

/* eval_builtin.c */
term eval_builtin(struct symex *, struct state *, const struct expr *);

#endif
