/* Floats on constants, two ways: the direct path of the interface, and the circuits folded.  Both
 * must give what the host's floating-point unit gives (exact integers where it has no such
 * format or mode). */
#include "tests/unit/float_build.h"

static const struct fp_format x87_implicit = {.exponent = 15, .fraction = 63};

/* The circuit, whatever the operands are. */
static term circuit(const struct fp_format *f, enum fp_op op, term mode, const term *arg) {
	switch (op) {
	case FP_OP_ADD: return fp_circuit_add(terms, f, mode, arg[0], arg[1]);
	case FP_OP_SUB: return fp_circuit_add(terms, f, mode, arg[0], fp_neg(terms, f, arg[1]));
	case FP_OP_MUL: return fp_circuit_mul(terms, f, mode, arg[0], arg[1]);
	case FP_OP_DIV: return fp_circuit_div(terms, f, mode, arg[0], arg[1]);
	case FP_OP_REM: return fp_circuit_rem(terms, f, arg[0], arg[1]);
	case FP_OP_FMA: return fp_circuit_fma(terms, f, mode, arg[0], arg[1], arg[2]);
	case FP_OP_SQRT: return fp_circuit_sqrt(terms, f, mode, arg[0]);
	case FP_OP_RINT: return fp_circuit_rint(terms, f, mode, arg[0]);
	}
	return NO_TERM;
}

static void check_constants(const struct fp_format *f, enum fp_op op, enum fp_round mode,
                            const struct bits *arg, bool direct) {
	term constant[3];
	for (int i = 0; i < 3; i++)
		constant[i] = term_const(terms, arg[i]);
	term got = direct ? build(f, op, mode_term(mode), constant)
	                  : circuit(f, op, mode_term(mode), constant);
	CHECK(term_is_const(terms, got));
	if (term_is_const(terms, got))
		check_bits(term_bits(terms, got), expected(f, op, mode, arg), op_name[op], mode, arg);
}

/* Is the circuit of this operation small enough to be folded thousands of times? */
static bool folds_fast(const struct fp_format *f, enum fp_op op) {
	return op != FP_OP_REM || f == &fp_half;
}

static void test_direct(const struct fp_format *f, unsigned rounds) {
	reset();
	for (unsigned i = 0; i < rounds; i++) {
		struct bits arg[3];
		for (unsigned k = 0; k < 3; k++)
			arg[k] = i < N_SPECIAL * N_SPECIAL
			             ? special_float(arena, f, (k ? i * k / N_SPECIAL : i) % N_SPECIAL)
			             : random_float(arena, f);
		for (enum fp_op op = 0; op <= FP_OP_RINT; op++)
			check_constants(f, op, (enum fp_round)(i % 5), arg, true);
	}
}

/* Every pair of special values, each with one mode; then random operands. */
static void test_circuits_folded(const struct fp_format *f, unsigned rounds) {
	reset();
	for (unsigned i = 0; i < N_SPECIAL * N_SPECIAL + rounds; i++) {
		struct bits arg[3];
		bool special = i < N_SPECIAL * N_SPECIAL;
		unsigned index[3] = {i % N_SPECIAL, i / N_SPECIAL % N_SPECIAL, (i * 11 / 7) % N_SPECIAL};
		for (unsigned k = 0; k < 3; k++)
			arg[k] = special ? special_float(arena, f, index[k]) : random_float(arena, f);
		for (enum fp_op op = 0; op <= FP_OP_RINT; op++)
			if (folds_fast(f, op))
				check_constants(f, op, (enum fp_round)(random64() % 5), arg, false);
		if (i % 200 == 199)
			reset();
	}
}

/* All pairs of a format so small that they can be counted out. */
static void test_tiny(void) {
	static const struct fp_format tiny = {.exponent = 3, .fraction = 3};
	reset();
	for (unsigned i = 0; i < 1U << 14; i++) {
		struct bits arg[3] = {bits_u64(arena, 7, i), bits_u64(arena, 7, i >> 7),
		                      bits_u64(arena, 7, random64())};
		for (enum fp_op op = FP_OP_ADD; op <= FP_OP_RINT; op++)
			if (op <= FP_OP_FMA || i < 5U << 7) /* one operand: each value in each mode */
				check_constants(&tiny, op,
				                (enum fp_round)(op <= FP_OP_FMA ? random64() % 5 : i >> 7), arg,
				                false);
	}
}

int main(void) {
	for (unsigned i = 0; i < N_FORMATS; i++) {
		const struct fp_format *f = formats[i];
		test_direct(f, 2000);
		test_circuits_folded(f == &fp_x87 ? &x87_implicit : f, f == &fp_half ? 2000 : 300);
	}
	test_tiny();
	terms_close(terms);
	arena_close(arena);
	return check_done("float");
}
