/* frontend/machine/simd.h -- inside lower_simd.c and simd_*.c: builtins that work on vectors.
 *
 * A table of each processor says which operation a builtin is and of what lanes.  An operation gets
 * lanes and returns lanes; what they mean is the same on all processors.  What no table has is
 * UNSUPPORTED by its name.
 */
#ifndef FRONTEND_MACHINE_SIMD_H
#define FRONTEND_MACHINE_SIMD_H

#include "frontend/lower/lower_argument.h"

enum simd_op {
	SIMD_NONE,
	/* lane by lane */
	SIMD_MIN,
	SIMD_MAX,
	SIMD_ABS,
	SIMD_ADD_SAT,
	SIMD_SUB_SAT,
	SIMD_AVERAGE,     /* (a + b + 1) / 2 */
	SIMD_HALVING_ADD, /* (a + b) / 2 */
	SIMD_ABS_DIFF,    /* |a - b| */
	SIMD_MUL_HIGH,    /* upper half of the product */
	SIMD_MUL_ROUND,   /* ((a * b >> bits - 2) + 1) >> 1 */
	SIMD_SIGN,        /* a, -a or 0 as b is positive, negative or 0 */
	SIMD_SQRT,
	SIMD_ROUND, /* the last argument says how */
	SIMD_TEST,  /* a & b is not 0: all ones */
	SIMD_POPCOUNT,
	SIMD_SHL,        /* by a number; all bits out: 0 */
	SIMD_SHR,        /* signed lanes: copies of the sign come in */
	SIMD_SELECT,     /* bits of b where those of a are set, otherwise of c */
	SIMD_BLEND_SIGN, /* b where the sign of c is set, otherwise a */
	SIMD_BLEND,      /* b where the bit of the number c is set, otherwise a */
	SIMD_CMP,        /* 'extra' is the predicate; all ones where it holds */
	SIMD_CMP_FIRST,  /* the same for the first lane; the others are a's */
	SIMD_CMP_GIVEN,  /* the last argument is the predicate */
	SIMD_MIN_FIRST,  /* of the first lane; the others are a's */
	SIMD_MAX_FIRST,
	SIMD_SQRT_FIRST,
	/* lanes of neighbours, or of another size */
	SIMD_PAIRS_ADD, /* a0 + a1, a2 + a3, ... b0 + b1, ...: in blocks of 16 bytes */
	SIMD_PAIRS_SUB,
	SIMD_MUL_PAIRS,    /* a0 * b0 + a1 * b1, ...: in twice as many bits */
	SIMD_MUL_EVEN,     /* a0 * b0, a2 * b2, ...: likewise */
	SIMD_MUL_LONG,     /* a0 * b0, a1 * b1, ...: likewise */
	SIMD_SUM_ABS_DIFF, /* of eight bytes each, in 64 bits */
	SIMD_PACK,         /* a's lanes, then b's, saturated to 'extra': in blocks */
	SIMD_NARROW,       /* the lower half of each */
	SIMD_NARROW_SHIFT, /* of each shifted right by a number */
	SIMD_NARROW_SAT,   /* saturated to 'extra' */
	SIMD_WIDEN,
	/* which lane goes where */
	SIMD_SHUFFLE4,    /* a number of two bits for each of four lanes: in blocks */
	SIMD_SHUFFLE_LOW, /* the same of the four lower lanes of eight */
	SIMD_SHUFFLE_HIGH,
	SIMD_SHUFFLE_TWO, /* the lower half of a, the upper of b */
	SIMD_TABLE,       /* a[b mod 16], or 0 where the sign of b is set: in blocks */
	SIMD_TABLE_ZERO,  /* a[b], or 0 where b is too large */
	SIMD_ALIGN,       /* lanes of b and behind it a, from a number of bytes on: in blocks */
	SIMD_EXTRACT,     /* lanes of a and behind it b, from a number on */
	SIMD_BYTES_LEFT,  /* by a number of bytes: in blocks */
	SIMD_BYTES_RIGHT,
	SIMD_GET,
	SIMD_SET,      /* x86: vector, value, index */
	SIMD_SET_LANE, /* NEON: value, vector, index */
	SIMD_SPLAT,
	/* to numbers */
	SIMD_MOVEMASK,
	SIMD_COMPARE,    /* of the first lanes; 'extra' */
	SIMD_TEST_ZERO,  /* (a & b) == 0 */
	SIMD_TEST_CARRY, /* (~a & b) == 0 */
	SIMD_TEST_NEITHER,
	SIMD_REDUCE_ADD,
	SIMD_REDUCE_MIN,
	SIMD_REDUCE_MAX,
	SIMD_REDUCE_LONG, /* the sum, in twice as many bits */
	/* between floating-point numbers and integers */
	SIMD_TRUNCATE, /* out of range: the smallest integer */
	SIMD_ROUND_TO_INT,
	SIMD_TO_INT, /* the first lane; the same two */
	SIMD_ROUND_FIRST_TO_INT,
	SIMD_TO_FLOAT,
	SIMD_FLOAT_FIRST, /* b's first lane, in a's type; the others are a's */
	/* memory, and no value */
	SIMD_LOAD,
	SIMD_STORE,
	SIMD_ANY,
};

struct simd_call {
	enum simd_op op;
	const struct type *elem; /* lanes of the operands; of NARROW... and WIDEN, of the result */
	int extra;               /* a predicate (enum expr_kind), or bits of a lane, negative: signed */
	const struct type *type; /* of the result */
	struct lw_args args;
};

/* simd_x86.c, simd_arm.c: 'name' without "__builtin_ia32_" or "__builtin_neon_"; false: not known.
 * They fill op, elem, extra, and may drop arguments. */
bool simd_x86_find(struct lw *, const char *name, struct simd_call *);
bool simd_arm_find(struct lw *, const char *name, struct simd_call *);
/* "s8", "u16", "f32": the type of a lane; NULL: none. */
const struct type *simd_elem(struct lw *, const char *text);

/* A predicate that is no operator of C: true if either is NaN, and for the negations also. */
enum { SIMD_UNORDERED = 1000, SIMD_ORDERED, SIMD_NOT = 2000 };

#endif
