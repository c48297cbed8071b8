/* solvers/term/term.h -- hash-consed logic: booleans, bit-vectors, arrays of bit-vectors.
 *
 * A term is a 32-bit handle, compared with term_eq; structurally equal terms are the same handle.
 * Constructors simplify: what can be decided by constants or cheap local rules never becomes a
 * node (solvers/term/simplify.c).  The table only grows, so a term never dangles.  Semantics are
 * those of SMT-LIB 2 QF_ABV: division by zero gives all ones, remainder the dividend.
 *
 * Requirements are on sorts: binary operations take two operands of one sort; 'c' is boolean.
 */
#ifndef SOLVERS_TERM_TERM_H
#define SOLVERS_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/number/bits.h"

typedef struct {
	uint32_t ix; /* 0: no term */
} term;

#define NO_TERM ((term){0})

static inline bool term_eq(term a, term b) {
	return a.ix == b.ix;
}

enum sort_kind { SORT_BOOL, SORT_BV, SORT_ARRAY };

struct sort {
	enum sort_kind kind;
	uint32_t width; /* BV: width; ARRAY: width of the index */
	uint32_t elem;  /* ARRAY: width of the element */
};

enum term_kind {
	TERM_NONE,
	TERM_CONST, /* a boolean or bit-vector value */
	TERM_VAR,
	TERM_NOT, /* boolean; together with AND all there is: a or b is not (not a and not b) */
	TERM_AND,
	TERM_EQ,  /* any sort -> boolean */
	TERM_ITE, /* c, a, b of any one sort */
	TERM_BVNOT,
	TERM_BVNEG,
	TERM_BVAND,
	TERM_BVOR,
	TERM_BVXOR,
	TERM_ADD,
	TERM_MUL,
	TERM_UDIV,
	TERM_UREM,
	TERM_SDIV,
	TERM_SREM,
	TERM_SHL,
	TERM_LSHR,
	TERM_ASHR,
	TERM_ULT, /* -> boolean */
	TERM_SLT,
	TERM_CONCAT,  /* high, low */
	TERM_EXTRACT, /* high and low bit in term_high, term_low */
	TERM_ZEXT,
	TERM_SEXT,
	TERM_SELECT,      /* array, index */
	TERM_STORE,       /* array, index, value */
	TERM_CONST_ARRAY, /* every element is arg0 */
	TERM_KIND_N,
};

struct terms;

struct terms *terms_open(void);
void terms_close(struct terms *);
uint32_t terms_count(const struct terms *);
struct arena *terms_arena(struct terms *); /* lives as long as the table; for bits of constants */

struct sort sort_bool(void);
struct sort sort_bv(uint32_t width);
struct sort sort_array(uint32_t index, uint32_t elem);
bool sort_eq(struct sort, struct sort);

/* Reading. */
enum term_kind term_kind(const struct terms *, term);
struct sort term_sort(const struct terms *, term);
uint32_t term_width(const struct terms *, term); /* of a bit-vector */
uint32_t term_nargs(const struct terms *, term);
term term_arg(const struct terms *, term, uint32_t i);
uint32_t term_high(const struct terms *, term); /* EXTRACT */
uint32_t term_low(const struct terms *, term);
const char *term_name(const struct terms *, term); /* VAR */
bool term_is_const(const struct terms *, term);
bool term_is_true(const struct terms *, term);
bool term_is_false(const struct terms *, term);
struct bits term_bits(const struct terms *, term); /* requires a bit-vector constant */
bool term_get_u64(const struct terms *, term,
                  uint64_t *value); /* false: not a constant, or too wide */
/* Is it a bit-vector constant whose width is at most 64? */
bool term_is_small(const struct terms *, term, uint64_t *value);
/* The value of a binary operation on bit-vectors of at most 64 bits; bits above are arbitrary. */
uint64_t term_fold_u64(enum term_kind, uint64_t a, uint64_t b, uint32_t width);

/* Constants and variables. */
term term_bool(struct terms *, bool);
term term_true(struct terms *);
term term_false(struct terms *);
term term_u64(struct terms *, uint32_t width, uint64_t value); /* truncates */
term term_i64(struct terms *, uint32_t width, int64_t value);
term term_const(struct terms *, struct bits);
term term_var(struct terms *, struct sort, const char *name);   /* same name and sort: same term */
term term_fresh(struct terms *, struct sort, const char *hint); /* a new variable, "hint!17" */
/* Who makes variables may say what each is for, in numbers that mean nothing here. */
struct term_origin {
	uint32_t kind, number, part; /* all 0: nothing was said */
};
term term_var_of(struct terms *, struct sort, const char *name, struct term_origin);
struct term_origin term_origin(const struct terms *, term); /* of its name; of no variable: 0 */

/* Booleans. */
term term_not(struct terms *, term);
term term_and(struct terms *, term, term);
term term_or(struct terms *, term, term);
term term_xor(struct terms *, term, term);
term term_implies(struct terms *, term, term);
term term_ite(struct terms *, term c, term a, term b); /* a, b of any one sort */
term term_equal(struct terms *, term, term);           /* any sort */
term term_distinct(struct terms *, term, term);

/* Bit-vectors. */
term term_bvnot(struct terms *, term);
term term_neg(struct terms *, term);
term term_bvand(struct terms *, term, term);
term term_bvor(struct terms *, term, term);
term term_bvxor(struct terms *, term, term);
term term_add(struct terms *, term, term);
term term_sub(struct terms *, term, term);
term term_mul(struct terms *, term, term);
term term_udiv(struct terms *, term, term);
term term_urem(struct terms *, term, term);
term term_sdiv(struct terms *, term, term);
term term_srem(struct terms *, term, term);
term term_shl(struct terms *, term, term);
term term_lshr(struct terms *, term, term);
term term_ashr(struct terms *, term, term);
term term_ult(struct terms *, term, term);
term term_ule(struct terms *, term, term);
term term_slt(struct terms *, term, term);
term term_sle(struct terms *, term, term);
term term_concat(struct terms *, term high, term low);
term term_extract(struct terms *, term, uint32_t high, uint32_t low);
term term_zext(struct terms *, term, uint32_t width); /* width >= that of the operand */
term term_sext(struct terms *, term, uint32_t width);
term term_bool_to_bv(struct terms *, term c, uint32_t width); /* 1 or 0 */
term term_is_zero(struct terms *, term);                      /* bit-vector -> boolean */
term term_is_nonzero(struct terms *, term);

/* Arrays. */
term term_select(struct terms *, term array, term index);
term term_store(struct terms *, term array, term index, term value);
term term_const_array(struct terms *, uint32_t index_width, term value);

/* Printing: SMT-LIB 2 concrete syntax, sharing by let. */
char *term_print(struct terms *, struct arena *, term);
/* A whole script: logic, declarations, one assert of the conjunction, check-sat. */
char *terms_print_query(struct terms *, struct arena *, const term *assertion, size_t n);

#endif
