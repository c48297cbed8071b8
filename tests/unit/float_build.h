/* tests/unit/float_build.h -- shared by the tests of float terms: operations by number, and what
 * must come out of them. */
#ifndef TESTS_UNIT_FLOAT_BUILD_H
#define TESTS_UNIT_FLOAT_BUILD_H

#include "solvers/float/float_impl.h"
#include "tests/unit/check.h"
#include "tests/unit/float_oracle.h"

static struct arena *arena;
static struct terms *terms;

static const struct fp_format *const formats[] = {&fp_half, &fp_single, &fp_double, &fp_x87,
                                                  &fp_quad};
enum { N_FORMATS = 5 };
static const char *const op_name[] = {"add", "sub", "mul", "div", "rem", "fma", "sqrt", "rint"};

static inline const char *hex(struct bits b) {
	return bits_print(arena, b, false, 16);
}

static inline term mode_term(enum fp_round mode) {
	return term_u64(terms, 3, mode);
}

/* What must come out: by the host where it can, by exact integers otherwise. */
static inline struct bits expected(const struct fp_format *f, enum fp_op op, enum fp_round mode,
                                   const struct bits *arg) {
	bool host = f == &fp_single || f == &fp_double || f == oracle_long_format();
	if (host && mode != FP_NEAREST_AWAY)
		return oracle_compute(arena, f, op, mode, arg);
	return fpv_compute_exact(arena, f, op, mode, arg);
}

/* The interface: constants take the direct path. */
static inline term build(const struct fp_format *f, enum fp_op op, term mode, const term *arg) {
	switch (op) {
	case FP_OP_ADD: return fp_add(terms, f, mode, arg[0], arg[1]);
	case FP_OP_SUB: return fp_sub(terms, f, mode, arg[0], arg[1]);
	case FP_OP_MUL: return fp_mul(terms, f, mode, arg[0], arg[1]);
	case FP_OP_DIV: return fp_div(terms, f, mode, arg[0], arg[1]);
	case FP_OP_REM: return fp_rem(terms, f, arg[0], arg[1]);
	case FP_OP_FMA: return fp_fma(terms, f, mode, arg[0], arg[1], arg[2]);
	case FP_OP_SQRT: return fp_sqrt(terms, f, mode, arg[0]);
	case FP_OP_RINT: return fp_round_to_integral(terms, f, mode, arg[0]);
	}
	return NO_TERM;
}

static inline void check_bits(struct bits got, struct bits want, const char *what,
                              enum fp_round mode, const struct bits *arg) {
	bool right = bits_eq(got, want);
	if (!right)
		fprintf(stderr, "%s, width %u, mode %d: %s %s %s: expected %s, got %s\n", what,
		        arg[0].width, (int)mode, hex(arg[0]), hex(arg[1]), hex(arg[2]), hex(want),
		        hex(got));
	CHECK(right);
}

/* A fresh table, so that folding thousands of circuits does not fill memory. */
static inline void reset(void) {
	if (terms)
		terms_close(terms);
	arena_close(arena);
	terms = terms_open();
	arena = arena_open();
}

#endif
