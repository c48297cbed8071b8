/* Float circuits on variables, evaluated under models: each result must be what the host's
 * floating-point unit gives (exact integers where it has no such format or mode). */
#include "tests/unit/float_build.h"

#include "solvers/term/eval.h"

struct symbolic {
	term mode, arg[3], result;
};

static struct symbolic make_symbolic(const struct fp_format *f, enum fp_op op, bool any_mode,
                                     enum fp_round mode) {
	struct symbolic s = {.mode =
	                         any_mode ? term_fresh(terms, sort_bv(3), "mode") : mode_term(mode)};
	for (int i = 0; i < 3; i++)
		s.arg[i] = term_fresh(terms, sort_bv(fp_width(f)), "x");
	s.result = build(f, op, s.mode, s.arg);
	return s;
}

static void check_model(const struct fp_format *f, enum fp_op op, const struct symbolic *s,
                        enum fp_round mode, const struct bits *arg) {
	struct model *m = model_open(terms);
	for (int i = 0; i < 3; i++)
		model_set(m, s->arg[i], arg[i]);
	if (!term_is_const(terms, s->mode))
		model_set(m, s->mode, bits_u64(arena, 3, mode));
	check_bits(model_value(m, s->result), expected(f, op, mode, arg), op_name[op], mode, arg);
	model_close(m);
}

static void test_symbolic(const struct fp_format *f, unsigned rounds) {
	reset();
	for (enum fp_op op = 0; op <= FP_OP_RINT; op++) {
		if (op == FP_OP_REM && f->exponent > 8)
			continue;
		for (int variant = 0; variant < 3; variant++) { /* any mode, to nearest, upward */
			enum fp_round fixed = variant == 1 ? FP_NEAREST_EVEN : FP_UPWARD;
			struct symbolic s = make_symbolic(f, op, variant == 0, fixed);
			unsigned n = op == FP_OP_REM ? rounds / 10 : rounds;
			for (unsigned i = 0; i < n; i++) {
				struct bits arg[3];
				for (int k = 0; k < 3; k++)
					arg[k] = random_float(arena, f);
				if (i < N_SPECIAL)
					arg[i % 3] = special_float(arena, f, i);
				check_model(f, op, &s, variant ? fixed : (enum fp_round)(random64() % 5), arg);
			}
		}
	}
}

/* One operand constant: short cuts for powers of two, and folding of half a circuit. */
static void test_half_constant(const struct fp_format *f) {
	static const char *const value[] = {"2", "0.5", "1", "0", "3", "-0.1", "inf", "nan", "1e-5"};
	reset();
	for (unsigned v = 0; v < sizeof value / sizeof *value; v++)
		for (enum fp_op op = FP_OP_ADD; op <= FP_OP_FMA; op++) {
			if (op == FP_OP_REM && f->exponent > 8)
				continue;
			struct bits c = fp_parse(arena, f, value[v]);
			struct symbolic s = {.mode = mode_term(FP_NEAREST_EVEN)};
			for (int i = 0; i < 3; i++)
				s.arg[i] = term_fresh(terms, sort_bv(fp_width(f)), "x");
			term arg[3] = {s.arg[0], term_const(terms, c), s.arg[2]};
			s.result = build(f, op, s.mode, arg);
			for (unsigned i = 0; i < (op == FP_OP_REM ? 5 : 60); i++) {
				struct bits first =
				    i < N_SPECIAL ? special_float(arena, f, i) : random_float(arena, f);
				struct bits b[3] = {first, c, random_float(arena, f)};
				struct symbolic plain = s;
				plain.arg[1] = term_fresh(terms, sort_bv(fp_width(f)), "unused");
				check_model(f, op, &plain, FP_NEAREST_EVEN, b);
			}
		}
}

static bool holds(struct model *m, term x) {
	return model_holds(m, x);
}

static void check_relations(const struct fp_format *f, struct bits a, struct bits b) {
	term x = term_var(terms, sort_bv(fp_width(f)), "a"),
	     y = term_var(terms, sort_bv(fp_width(f)), "b");
	struct model *m = model_open(terms);
	model_set(m, x, a);
	model_set(m, y, b);
	enum fp_order order = fpv_compare_exact(f, a, b);
	term ca = term_const(terms, a), cb = term_const(terms, b);
	CHECK(holds(m, fp_eq(terms, f, x, y)) == (order == FP_EQUAL));
	CHECK(holds(m, fp_lt(terms, f, x, y)) == (order == FP_LESS));
	CHECK(holds(m, fp_le(terms, f, x, y)) == (order == FP_LESS || order == FP_EQUAL));
	CHECK(term_is_true(terms, fp_eq(terms, f, ca, cb)) == (order == FP_EQUAL));
	CHECK(term_is_true(terms, fp_lt(terms, f, ca, cb)) == (order == FP_LESS));
	CHECK(term_is_false(terms, fp_le(terms, f, ca, cb)) == (order > FP_EQUAL));
	bool nan = fpv_is_nan(f, a), sign = bits_test(a, fp_width(f) - 1);
	CHECK(holds(m, fp_is_nan(terms, f, x)) == nan);
	CHECK(term_is_true(terms, fp_is_nan(terms, f, ca)) == nan);
	CHECK(holds(m, fp_sign(terms, f, x)) == sign);
	struct bits inf = fp_parse(arena, f, sign ? "-inf" : "inf"),
	            zero = bits_u64(arena, fp_width(f), 0);
	bool is_zero = fpv_compare(f, a, zero) == FP_EQUAL, is_inf = bits_eq(a, inf);
	CHECK(holds(m, fp_is_inf(terms, f, x)) == is_inf);
	CHECK(holds(m, fp_is_zero(terms, f, x)) == is_zero);
	struct bits magnitude = model_value(m, fp_abs(terms, f, x));
	struct bits least = make_float(arena, f, false, 1, bits_u64(arena, f->fraction, 0));
	bool normal = !nan && !is_inf && fpv_compare(f, magnitude, least) != FP_LESS;
	CHECK(holds(m, fp_is_normal(terms, f, x)) == normal);
	CHECK(!bits_test(magnitude, fp_width(f) - 1));
	CHECK(bits_test(model_value(m, fp_neg(terms, f, x)), fp_width(f) - 1) == !sign);
	CHECK(bits_eq(model_value(m, fp_copysign(terms, f, fp_neg(terms, f, x), x)), a));
	model_close(m);
}

static void test_relations(const struct fp_format *f) {
	reset();
	for (unsigned i = 0; i < N_SPECIAL * N_SPECIAL; i++)
		check_relations(f, special_float(arena, f, i / N_SPECIAL),
		                special_float(arena, f, i % N_SPECIAL));
	for (unsigned i = 0; i < 500; i++) {
		struct bits a = random_float(arena, f);
		check_relations(f, a, random_float(arena, f));
	}
}

/* All 80-bit patterns are legal input, whatever their leading bit. */
static void test_x87_encodings(void) {
	reset();
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t top = random64() & 0x8000;
		top |= (i & 1) ? random64() & 0x7fff : (i & 2) ? 0 : 0x7fff;
		uint64_t low = random64();
		low &= random64() % 3 ? UINT64_MAX : 1ULL << 63;
		check_relations(&fp_x87, bits_pair(arena, 80, top, low), random_float(arena, &fp_x87));
	}
	struct symbolic s = make_symbolic(&fp_x87, FP_OP_ADD, true, 0);
	for (unsigned i = 0; i < 1000; i++) {
		struct bits arg[3] = {[2] = bits_u64(arena, 80, 0)};
		for (unsigned k = 0; k < 2; k++) {
			uint64_t top = random64() & (i >> k & 1 ? 0x8000 : 0xffff);
			arg[k] = bits_pair(arena, 80, top, random64());
		}
		check_model(&fp_x87, FP_OP_ADD, &s, (enum fp_round)(i % 5), arg);
	}
}

static void check_conversion(const struct fp_format *to, const struct fp_format *from, term mode,
                             term x, term y, unsigned i) {
	struct bits a = i < N_SPECIAL ? special_float(arena, from, i) : random_float(arena, from);
	enum fp_round round = (enum fp_round)(i % 5);
	struct bits want = fpv_convert_exact(arena, to, from, round, a);
	struct model *m = model_open(terms);
	model_set(m, x, a);
	model_set(m, mode, bits_u64(arena, 3, round));
	struct bits arg[3] = {a, a, a};
	check_bits(model_value(m, y), want, "convert", round, arg);
	term folded = fp_convert(terms, to, from, mode_term(round), term_const(terms, a));
	check_bits(term_bits(terms, folded), want, "convert a constant", round, arg);
	model_close(m);
}

static void test_conversions(void) {
	for (unsigned i = 0; i < N_FORMATS * N_FORMATS; i++) {
		const struct fp_format *to = formats[i / N_FORMATS], *from = formats[i % N_FORMATS];
		reset();
		term mode = term_fresh(terms, sort_bv(3), "mode");
		term x = term_fresh(terms, sort_bv(fp_width(from)), "x");
		term y = fp_convert(terms, to, from, mode, x);
		for (unsigned k = 0; k < 400; k++)
			check_conversion(to, from, mode, x, y, k);
		/* aim at the range of the target as well */
		for (unsigned k = 0; k < 200; k++) {
			struct bits near = fpv_convert(arena, from, to, FP_UPWARD, random_float(arena, to));
			struct model *m = model_open(terms);
			model_set(m, x, near);
			struct bits arg[3] = {near, near, near};
			check_bits(model_value(m, y), fpv_convert_exact(arena, to, from, FP_NEAREST_EVEN, near),
			           "convert", FP_NEAREST_EVEN, arg);
			model_close(m);
		}
	}
}

static struct bits random_integer(uint32_t width) {
	struct bits x = bits_extract(arena, random128(arena), width - 1, 0);
	struct bits by = bits_u64(arena, width, random64() % width);
	switch (random64() % 3) {
	case 0: return bits_ashr(arena, x, by);
	case 1: return bits_shl(arena, x, by);
	default: return bits_lshr(arena, x, by);
	}
}

static void check_from_int(const struct fp_format *f, uint32_t width, bool is_signed) {
	term mode = term_fresh(terms, sort_bv(3), "mode");
	term x = term_fresh(terms, sort_bv(width), "i");
	term y = fp_from_int(terms, f, mode, x, is_signed);
	for (unsigned i = 0; i < 60; i++) {
		struct bits a = random_integer(width), arg[3] = {a, a, a};
		enum fp_round round = (enum fp_round)(i % 5);
		struct bits want = fpv_from_int_exact(arena, f, round, a, is_signed);
		struct model *m = model_open(terms);
		model_set(m, x, a);
		model_set(m, mode, bits_u64(arena, 3, round));
		check_bits(model_value(m, y), want, "from int", round, arg);
		model_close(m);
		term folded = fp_from_int(terms, f, mode_term(round), term_const(terms, a), is_signed);
		check_bits(term_bits(terms, folded), want, "from a constant int", round, arg);
	}
}

static void check_to_int(const struct fp_format *f, uint32_t width, bool is_signed) {
	term x = term_fresh(terms, sort_bv(fp_width(f)), "x");
	term y = fp_to_int(terms, f, x, width, is_signed),
	     ok = fp_fits_int(terms, f, x, width, is_signed);
	for (unsigned i = 0; i < 120; i++) {
		struct bits a = i < N_SPECIAL ? special_float(arena, f, i) : random_float(arena, f);
		if (i >= 80) /* near the limits of the type */
			a = fpv_from_int(arena, f, (enum fp_round)(i % 5), random_integer(width), i & 8);
		struct bits arg[3] = {a, a, a}, want = fpv_to_int_exact(arena, f, a, width, is_signed);
		struct model *m = model_open(terms);
		model_set(m, x, a);
		check_bits(model_value(m, y), want, "to int", FP_TOWARD_ZERO, arg);
		CHECK(model_holds(m, ok) == fpv_fits_int(f, a, width, is_signed));
		model_close(m);
		term folded = fp_to_int(terms, f, term_const(terms, a), width, is_signed);
		check_bits(term_bits(terms, folded), want, "constant to int", FP_TOWARD_ZERO, arg);
	}
}

static void test_integers(void) {
	static const uint32_t widths[] = {1, 2, 8, 16, 32, 64, 128};
	for (unsigned i = 0; i < N_FORMATS; i++)
		for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++)
			for (int is_signed = 0; is_signed <= 1; is_signed++) {
				reset();
				check_from_int(formats[i], widths[w], is_signed);
				check_to_int(formats[i], widths[w], is_signed);
			}
}

int main(void) {
	for (unsigned i = 0; i < N_FORMATS; i++) {
		test_symbolic(formats[i], 200);
		test_half_constant(formats[i]);
		test_relations(formats[i]);
	}
	test_x87_encodings();
	test_conversions();
	test_integers();
	terms_close(terms);
	arena_close(arena);
	return check_done("float_symbolic");
}
