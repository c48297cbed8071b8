/* goto/program/expr.h -- expressions of the goto-program: C-typed, immutable, free of side effects.
 *
 * Calls, assignments, ++, statement expressions and the like have been lowered to instructions
 * before an expression is built.  LAND, LOR and COND stay expressions when their operands have
 * no side effect; an operand that is not selected is not evaluated (passes guard what they derive
 * from it).  All conversions are explicit CASTs; operands of a binary operation have one type
 * (shifts: each its own).  LNOT, LAND, LOR, comparisons and predicates have type int (0 or 1);
 * their condition operands, like COND's, are any scalar and mean '!= 0'.
 *
 * lvalues: SYMBOL (of a variable), DEREF, MEMBER, INDEX, and nothing else.  An lvalue used as an
 * operand means its value; of array or function type it appears only under ADDR, INDEX, MEMBER.
 * Array decay is ADDR of INDEX 0, with type pointer to element; function decay is ADDR.
 *
 * Every lvalue that is read or written carries the memory order of the access: SEQ_CST if its type
 * is atomic, PLAIN otherwise, unless expr_ordered says another one.  A read-modify-write is a load
 * and a store in one atomic section; both carry the order of the operation, of which the load uses
 * the acquire part and the store the release part.  Orders are no part of an expression's value:
 * expr_equal and expr_print ignore them, and so does sequential consistency.
 */
#ifndef GOTO_PROGRAM_EXPR_H
#define GOTO_PROGRAM_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/program/type.h"
#include "util/number/bits.h"

struct symbol;

enum expr_kind {
	EXPR_CONST,  /* bits: integers, _Bool, floats (the format's pattern), pointers (an address) */
	EXPR_SYMBOL, /* symbol: a variable, or a function (only under ADDR or as a callee) */
	EXPR_DEREF,  /* *arg0 */
	EXPR_MEMBER, /* arg0.field, arg0 an lvalue (or DEREF) of record type */
	EXPR_INDEX,  /* arg0[arg1], arg0 an lvalue of array type, arg1 any integer type */
	EXPR_ADDR,   /* &arg0 */
	EXPR_CAST,   /* (type)arg0, scalars only, or to void */

	EXPR_NEG,
	EXPR_BITNOT,
	EXPR_LNOT,

	EXPR_ADD, /* ADD to REM: integers, ADD to DIV also floats */
	EXPR_SUB,
	EXPR_MUL,
	EXPR_DIV,
	EXPR_REM,
	EXPR_SHL,
	EXPR_SHR, /* arithmetic when arg0 is signed */
	EXPR_BITAND,
	EXPR_BITOR,
	EXPR_BITXOR,
	EXPR_PTRADD,  /* pointer arg0 + integer arg1, in elements of the pointed-to type (void: 1) */
	EXPR_PTRDIFF, /* pointers arg0 - arg1 in elements; type is the target's ptrdiff_t */

	EXPR_EQ, /* EQ, NE: any scalar; LT to GE: arithmetic or pointers */
	EXPR_NE,
	EXPR_LT,
	EXPR_LE,
	EXPR_GT,
	EXPR_GE,
	EXPR_LAND,
	EXPR_LOR,
	EXPR_COND, /* arg0 ? arg1 : arg2, scalar */

	EXPR_NONDET,  /* a fresh value of a scalar type; only as the whole right side of an ASSIGN */
	EXPR_VARARGS, /* char *: start of the variable arguments of the running function */

	EXPR_BUILTIN, /* builtin: a total function of its scalar arguments, see enum builtin */
};

/* Total functions and the predicates that checks are made of.  Results int unless said. */
enum builtin {
	BUILTIN_OVERFLOW_ADD, /* would arg0 op arg1 overflow in their type (signed or unsigned) */
	BUILTIN_OVERFLOW_SUB,
	BUILTIN_OVERFLOW_MUL,
	BUILTIN_OVERFLOW_NEG,
	BUILTIN_OVERFLOW_SHL,   /* arg0 << arg1 shifts out a value bit or into the sign (signed) */
	BUILTIN_READABLE,       /* arg0 points to arg1 bytes inside one live object */
	BUILTIN_WRITABLE,       /* as READABLE, and the object is not a string literal or constant */
	BUILTIN_IS_LIVE,        /* arg0 points into (or one past) an object that still exists */
	BUILTIN_IS_NULL_OBJECT, /* arg0 points to no object (null, or an integer made a pointer) */
	BUILTIN_IS_FREED,       /* arg0 points into a heap object that was freed */
	BUILTIN_IS_DEAD,        /* arg0 points into an automatic object whose scope was left */
	BUILTIN_IS_HEAP,        /* arg0 points into an object that malloc has made, freed or not */
	BUILTIN_IS_MAPPING,     /* arg0 points into an object that mmap has made, unmapped or not */
	BUILTIN_IS_ARGUMENT,    /* arg0 is null, or points into an argument of main that the environment
	                           chooses */
	BUILTIN_IS_FORBIDDEN,   /* the protection of arg0's mapping forbids to read (arg1: 1) or write
	                           (2) the byte there */
	BUILTIN_IS_STATIC,      /* arg0 points into an object of static storage duration */
	BUILTIN_IS_USERS,    /* arg0 points into a variable of static storage that the user defines */
	BUILTIN_IS_STRING,   /* reading from arg0 up to a zero byte, at most arg1 bytes, stays inside */
	BUILTIN_SAME_OBJECT, /* arg0, arg1 point into one object */
	BUILTIN_OBJECT_SIZE, /* size_t: size of the object arg0 points into; 0 for none */
	BUILTIN_OFFSET,      /* ptrdiff_t: offset of arg0 in its object */
	BUILTIN_IS_ALIGNED,  /* arg0 is a multiple of arg1 (a constant) as far as layout tells */
	BUILTIN_FLOAT_TO_INT_OK, /* the float arg0 truncated fits the type of arg1 */
	BUILTIN_ISNAN,
	BUILTIN_ISINF,
	BUILTIN_ISNORMAL,
	BUILTIN_SIGNBIT,
	BUILTIN_FABS, /* float type of arg0, as the following */
	BUILTIN_SQRT, /* correctly rounded */
	BUILTIN_FMA,
	BUILTIN_ROUND_TO_INTEGRAL, /* arg1: a constant rounding mode, enum fp_round; -1: current */
	BUILTIN_FREM,              /* IEEE fmod: exact remainder with the sign of arg0 */
	BUILTIN_COPYSIGN,
	BUILTIN_POPCOUNT,
	BUILTIN_CLZ, /* int; arg0 == 0 gives the width */
	BUILTIN_CTZ,
	BUILTIN_BSWAP, /* type of arg0 */
	BUILTIN_N,
};

/* The memory orders of C11, and none. */
enum mem_order {
	MEM_PLAIN, /* not atomic; also the initialisation of an atomic object */
	MEM_RELAXED,
	MEM_CONSUME,
	MEM_ACQUIRE,
	MEM_RELEASE,
	MEM_ACQ_REL,
	MEM_SEQ_CST,
	MEM_ORDER_N,
};

#define EXPR_MAX_ARGS 3

struct expr {
	enum expr_kind kind;
	enum builtin builtin;
	uint32_t nargs;
	const struct type *type;
	const struct expr *arg[EXPR_MAX_ARGS];
	struct symbol *symbol;        /* SYMBOL */
	const struct field *field;    /* MEMBER */
	struct bits bits;             /* CONST */
	enum mem_order order;         /* lvalues: of the access */
	enum mem_order failure_order; /* of the load of a compare-exchange, if that fails; or PLAIN */
};

/* Constructors.  They fold nothing except what their comments say; the arena owns the result. */
const struct expr *expr_const(struct arena *, const struct type *, struct bits);
const struct expr *expr_u64(struct arena *, const struct type *, uint64_t); /* integers, pointers */
const struct expr *expr_symbol(struct arena *, struct symbol *);
const struct expr *expr_deref(struct arena *, const struct expr *pointer); /* *&x is x */
const struct expr *expr_member(struct arena *, const struct expr *record, const struct field *);
/* Bytes of a record or scalar in memory, that 'part' (is_part) names. */
const struct expr *expr_part(struct arena *, const struct expr *whole, const struct field *part);
const struct expr *expr_index(struct arena *, const struct expr *array, const struct expr *ix);
const struct expr *expr_addr(struct arena *, struct types *,
                             const struct expr *lvalue); /* &*p is p */
const struct expr *expr_decay(struct arena *, struct types *, const struct expr *lvalue);
const struct expr *expr_cast(struct arena *, const struct type *,
                             const struct expr *); /* same type: none; constants fold */
const struct expr *expr_unary(struct arena *, enum expr_kind, const struct type *,
                              const struct expr *);
const struct expr *expr_binary(struct arena *, enum expr_kind, const struct type *,
                               const struct expr *, const struct expr *);
const struct expr *expr_cond(struct arena *, const struct expr *, const struct expr *,
                             const struct expr *);
const struct expr *expr_nondet(struct arena *, const struct type *);
const struct expr *expr_varargs(struct arena *, struct types *);
const struct expr *expr_builtin(struct arena *, enum builtin, const struct type *, uint32_t nargs,
                                const struct expr *const *arg);
/* The same lvalue, accessed with another order. */
const struct expr *expr_ordered(struct arena *, const struct expr *lvalue, enum mem_order,
                                enum mem_order failure);

/* Without conversions between integers of one width, which change no bit. */
const struct expr *expr_same_bits(const struct expr *);
bool expr_is_lvalue(const struct expr *);
bool expr_equal(const struct expr *, const struct expr *); /* same structure, same symbols */
bool expr_is_true(const struct expr *);                    /* a constant other than zero */
bool expr_is_false(const struct expr *);                   /* the constant zero */
const char *expr_builtin_name(enum builtin);
const char *mem_order_name(enum mem_order);            /* "plain", "relaxed", "consume", ... */
char *expr_print(struct arena *, const struct expr *); /* C syntax, as a person would write it */

#endif
