#include "util/number/fp.h"

#include <stdlib.h>

#include "tests/unit/check.h"
#include "tests/unit/float_oracle.h"

static struct arena *arena;

static void check_op(const struct fp_format *f, enum fp_op op, enum fp_round mode,
                     const struct bits *arg) {
	struct bits expected = oracle_compute(arena, f, op, mode, arg);
	struct bits exact = fpv_compute_exact(arena, f, op, mode, arg);
	struct bits quick = fpv_compute(arena, f, op, mode, arg);
	bool right = bits_eq(expected, exact) && bits_eq(expected, quick);
	if (!right)
		fprintf(stderr, "op %d mode %d: %s, %s, %s: expected %s, exact %s, quick %s\n", (int)op,
		        (int)mode, bits_print(arena, arg[0], false, 16),
		        bits_print(arena, arg[1], false, 16), bits_print(arena, arg[2], false, 16),
		        bits_print(arena, expected, false, 16), bits_print(arena, exact, false, 16),
		        bits_print(arena, quick, false, 16));
	CHECK(right);
}

static void check_all_ops(const struct fp_format *f, const struct bits *arg) {
	for (enum fp_op op = FP_OP_ADD; op <= FP_OP_RINT; op++)
		for (enum fp_round mode = FP_NEAREST_EVEN; mode <= FP_DOWNWARD; mode++)
			check_op(f, op, mode, arg);
}

static void check_order(const struct fp_format *f, struct bits a, struct bits b) {
	long double x = long_of_bits(f, a), y = long_of_bits(f, b);
	enum fp_order order = x < y ? FP_LESS : x > y ? FP_GREATER : x == y ? FP_EQUAL : FP_UNORDERED;
	CHECK(fpv_compare(f, a, b) == order);
	CHECK(fpv_compare_exact(f, a, b) == order);
	CHECK(fpv_is_nan(f, a) == !!isnan(x));
}

static void test_against_host(const struct fp_format *f, unsigned rounds) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < N_SPECIAL; i++)
		for (unsigned j = 0; j < N_SPECIAL; j++) {
			struct bits arg[3] = {special_float(arena, f, i), special_float(arena, f, j),
			                      special_float(arena, f, (i + 7 * j) % N_SPECIAL)};
			check_all_ops(f, arg);
			check_order(f, arg[0], arg[1]);
			arena_release(arena, mark);
		}
	for (unsigned i = 0; i < rounds; i++) {
		struct bits arg[3];
		for (int k = 0; k < 3; k++)
			arg[k] = random_float(arena, f);
		check_all_ops(f, arg);
		check_order(f, arg[0], arg[1]);
		arena_release(arena, mark);
	}
}

static void check_int_conversions(const struct fp_format *f, uint32_t width) {
	struct bits any = bits_extract(arena, random128(arena), width - 1, 0);
	struct bits shift = bits_u64(arena, width, random64() % width);
	struct bits i = random64() & 1 ? bits_lshr(arena, any, shift) : bits_ashr(arena, any, shift);
	unsigned __int128 u = ((unsigned __int128)(i.limb ? i.limb[1] : 0) << 64) | i.lo;
	__int128 s = (__int128)(u << (128 - width)) >> (128 - width);
	for (enum fp_round mode = FP_NEAREST_EVEN; mode <= FP_DOWNWARD; mode++) {
		volatile long double from_s = 0, from_u = 0;
		oracle_round(mode);
		switch (fp_width(f)) { /* directly, not through long double: one rounding only */
		case 32: from_s = (float)s, from_u = (float)u; break;
		case 64: from_s = (double)s, from_u = (double)u; break;
		default: from_s = (long double)s, from_u = (long double)u; break;
		}
		oracle_round(FP_NEAREST_EVEN);
		CHECK(bits_eq(fpv_from_int(arena, f, mode, i, true), bits_of_long(arena, f, from_s)));
		CHECK(bits_eq(fpv_from_int(arena, f, mode, i, false), bits_of_long(arena, f, from_u)));
		CHECK(bits_eq(fpv_from_int_exact(arena, f, mode, i, true), bits_of_long(arena, f, from_s)));
	}
}

static void check_to_int(const struct fp_format *f, struct bits x, uint32_t width) {
	long double v = truncl(long_of_bits(f, x));
	long double limit = ldexpl(1, (int)width);
	bool fits_s = v >= -limit / 2 && v < limit / 2, fits_u = v >= 0 && v < limit;
	struct bits wrong =
	    bits_shl(arena, bits_u64(arena, width, 1), bits_u64(arena, width, width - 1));
	__int128 s = fits_s ? (__int128)v : 0;
	unsigned __int128 u = fits_u ? (unsigned __int128)v : 0;
	struct bits want_s = fits_s ? bits_pair(arena, width, (uint64_t)(s >> 64), (uint64_t)s) : wrong;
	struct bits want_u = fits_u ? bits_pair(arena, width, (uint64_t)(u >> 64), (uint64_t)u) : wrong;
	CHECK(fpv_fits_int(f, x, width, true) == fits_s);
	CHECK(fpv_fits_int(f, x, width, false) == fits_u);
	CHECK(bits_eq(fpv_to_int(arena, f, x, width, true), want_s));
	CHECK(bits_eq(fpv_to_int(arena, f, x, width, false), want_u));
	CHECK(bits_eq(fpv_to_int_exact(arena, f, x, width, true), want_s));
	CHECK(bits_eq(fpv_to_int_exact(arena, f, x, width, false), want_u));
}

static void test_int_conversions(const struct fp_format *f) {
	static const uint32_t widths[] = {1, 8, 16, 31, 32, 33, 64, 65, 100, 128};
	struct arena_mark mark = arena_mark(arena);
	for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++) {
		for (unsigned i = 0; i < 300; i++) {
			check_int_conversions(f, widths[w]);
			check_to_int(f, random_float(arena, f), widths[w]);
			arena_release(arena, mark);
		}
		for (unsigned i = 0; i < N_SPECIAL; i++)
			check_to_int(f, special_float(arena, f, i), widths[w]);
	}
}

static void test_format_conversions(void) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < 4000; i++)
		for (enum fp_round mode = FP_NEAREST_EVEN; mode <= FP_DOWNWARD; mode++) {
			struct bits d = random_float(arena, &fp_double);
			volatile double x = (double)long_of_bits(&fp_double, d);
			if (isnan(x))
				continue; /* test_nan_conversions */
			oracle_round(mode);
			volatile float y = (float)x;
			oracle_round(FP_NEAREST_EVEN);
			struct bits want = bits_of_long(arena, &fp_single, (long double)y);
			CHECK(bits_eq(fpv_convert(arena, &fp_single, &fp_double, mode, d), want));
			CHECK(bits_eq(fpv_convert_exact(arena, &fp_single, &fp_double, mode, d), want));
			struct bits back = bits_of_long(arena, &fp_double, (long double)y);
			CHECK(bits_eq(fpv_convert(arena, &fp_double, &fp_single, mode, want), back));
			CHECK(bits_eq(fpv_convert_exact(arena, &fp_double, &fp_single, mode, want), back));
			arena_release(arena, mark);
		}
}

/* The sign and the payload, as the processor has them. */
static void test_nan_conversions(void) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t wide = random64() | 0x7ff0000000000001, wide_back;
		volatile double x, back;
		memcpy((void *)&x, &wide, sizeof x);
		volatile float y = (float)x;
		uint32_t narrow;
		memcpy(&narrow, (void *)&y, sizeof narrow);
		back = (double)y;
		memcpy(&wide_back, (void *)&back, sizeof wide_back);
		struct bits from = bits_u64(arena, 64, wide), to = bits_u64(arena, 32, narrow);
		CHECK(bits_eq(fpv_convert(arena, &fp_single, &fp_double, FP_NEAREST_EVEN, from), to));
		CHECK(bits_eq(fpv_convert(arena, &fp_double, &fp_single, FP_UPWARD, to),
		              bits_u64(arena, 64, wide_back)));
		CHECK(bits_eq(fpv_convert(arena, &fp_double, &fp_double, FP_UPWARD, from), from));
		arena_release(arena, mark);
	}
}

/* Every half is exact in every other format, and comes back. */
static void test_half(void) {
	const struct fp_format *wide[] = {&fp_single, &fp_double, &fp_x87, &fp_quad};
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < 0x10000; i++) {
		struct bits h = bits_u64(arena, 16, i);
		const struct fp_format *f = wide[i % 4];
		struct bits x = fpv_convert(arena, f, &fp_half, FP_NEAREST_EVEN, h);
		struct bits back = fpv_convert(arena, &fp_half, f, FP_TOWARD_ZERO, x);
		CHECK(fpv_is_nan(&fp_half, h) ? fpv_is_nan(&fp_half, back) : bits_eq(h, back));
#ifdef __ARM_FP16_FORMAT_IEEE
		uint16_t pattern = (uint16_t)i;
		__fp16 host;
		memcpy(&host, &pattern, sizeof host);
		struct bits d = bits_of_long(arena, &fp_double, (long double)(double)host);
		CHECK(bits_eq(fpv_convert(arena, &fp_double, &fp_half, FP_UPWARD, h), d));
#endif
		arena_release(arena, mark);
	}
}

static uint64_t parse64(const char *text) {
	return fp_parse(arena, &fp_double, text).lo;
}

static uint64_t double_bits(double x) {
	uint64_t pattern;
	memcpy(&pattern, &x, sizeof x);
	return pattern;
}

static void test_parse(void) {
	static const char *const literal[] = {
	    "0",
	    "0.0",
	    "1",
	    "1.",
	    ".5",
	    "0.1",
	    "1e22",
	    "1e23",
	    "1.5e-3",
	    "3.14159265358979323846",
	    "1e308",
	    "1e309",
	    "2e-324",
	    "5e-324",
	    "4.9e-324",
	    "2.4703282292062327e-324",
	    "2.4703282292062328e-324",
	    "1e-400",
	    "1e99999999999999999999",
	    "1e-99999999999999999999",
	    "0e99999999999",
	    "0x1p0",
	    "0x1.8p1",
	    "0x.8p0",
	    "0x1.fffffffffffff8p0",
	    "0x1.fffffffffffff7p0",
	    "0x1p-1074",
	    "0x1p-1075",
	    "0x1.8p-1074",
	    "0x1p1023",
	    "0x1p1024",
	    "0x1.fffffffffffff8p1023",
	    "0xA.Bp-3",
	    "007.5",
	    "9007199254740993",
	    "9007199254740992.999",
	    "2.2250738585072011e-308",
	    "179769313486231580793728971405301e276",
	    "1e",
	    "1e+",
	    "inf",
	    "-inf",
	    "-0",
	    "-1.5E+2",
	    "0x1P+4",
	    "123456789012345678901234567890",
	};
	for (unsigned i = 0; i < sizeof literal / sizeof *literal; i++) {
		double d = strtod(literal[i], NULL);
		float s = strtof(literal[i], NULL);
		bool right = parse64(literal[i]) == double_bits(d) &&
		             bits_eq(fp_parse(arena, &fp_single, literal[i]),
		                     bits_of_long(arena, &fp_single, (long double)s));
		if (oracle_long_format()) {
			const struct fp_format *f = oracle_long_format();
			right = right && bits_eq(fp_parse(arena, f, literal[i]),
			                         bits_of_long(arena, f, strtold(literal[i], NULL)));
		}
		if (!right)
			fprintf(stderr, "literal %s\n", literal[i]);
		CHECK(right);
	}
	CHECK(parse64("1.5f") == double_bits(1.5)); /* stops at the suffix */
	CHECK(parse64("1'000.5") == double_bits(1000.5));
	CHECK(parse64("nan") == 0x7ff8000000000000);
	CHECK(fp_parse(arena, &fp_half, "65504").lo == 0x7bff);
	CHECK(fp_parse(arena, &fp_half, "65520").lo == 0x7c00);
	CHECK(fp_parse(arena, &fp_half, "65519.9").lo == 0x7bff);
	CHECK(fp_parse(arena, &fp_x87, "1").limb[1] == 0x3fff);
	CHECK(fp_parse(arena, &fp_x87, "1").lo == 0x8000000000000000);
}

static void test_random_decimals(void) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < 5000; i++) {
		char text[80];
		uint64_t whole = random64();
		whole >>= random64() % 64;
		uint64_t fraction = random64();
		snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)whole,
		         (unsigned long long)fraction, (int)(random64() % 700) - 350);
		CHECK(parse64(text) == double_bits(strtod(text, NULL)));
		arena_release(arena, mark);
	}
}

static const char *print64(double x) {
	return fp_print(arena, &fp_double, fp_from_double(arena, &fp_double, x));
}

static void test_print(void) {
	CHECK(strcmp(print64(0.1), "0.1") == 0);
	CHECK(strcmp(print64(3), "3.0") == 0);
	CHECK(strcmp(print64(-0.0), "-0.0") == 0);
	CHECK(strcmp(print64(0), "0.0") == 0);
	CHECK(strcmp(print64(1e300), "1e+300") == 0);
	CHECK(strcmp(print64(5e-324), "5e-324") == 0);
	CHECK(strcmp(print64(1.7976931348623157e308), "1.7976931348623157e+308") == 0);
	CHECK(strcmp(print64(123456.75), "123456.75") == 0);
	CHECK(strcmp(print64(100), "100.0") == 0);
	CHECK(strcmp(print64(0.00012), "0.00012") == 0);
	CHECK(strcmp(print64(1e-5), "0.00001") == 0);
	CHECK(strcmp(print64(1e-6), "1e-06") == 0);
	CHECK(strcmp(print64(9.5e-7), "9.5e-07") == 0);
	CHECK(strcmp(print64(1e16), "10000000000000000.0") == 0);
	CHECK(strcmp(print64(1e23), "1e+23") == 0);
	CHECK(strcmp(print64(0.3), "0.3") == 0);
	CHECK(strcmp(print64(0.1 + 0.2), "0.30000000000000004") == 0);
	CHECK(strcmp(print64(NAN), "nan") == 0);
	CHECK(strcmp(print64(INFINITY), "inf") == 0);
	CHECK(strcmp(print64(-INFINITY), "-inf") == 0);
	CHECK(strcmp(fp_print(arena, &fp_single, fp_from_double(arena, &fp_single, 0.1)), "0.1") == 0);
}

static void test_print_reads_back(const struct fp_format *f, unsigned rounds) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < rounds; i++) {
		struct bits x = random_float(arena, f);
		struct bits back = fp_parse(arena, f, fp_print(arena, f, x));
		CHECK(fpv_is_nan(f, x) ? fpv_is_nan(f, back) : bits_eq(x, back));
		arena_release(arena, mark);
	}
}

/* Patterns that only x87 has. */
static void test_x87_encodings(void) {
	struct bits one = bits_pair(arena, 80, 0x3fff, 1ULL << 63);
	struct bits pseudo_denormal = bits_pair(arena, 80, 0, 1ULL << 63);
	struct bits smallest_normal = bits_pair(arena, 80, 1, 1ULL << 63);
	struct bits unnormal = bits_pair(arena, 80, 0x3fff, 1ULL << 62);
	struct bits pseudo_inf = bits_pair(arena, 80, 0x7fff, 0);
	CHECK(fpv_compare(&fp_x87, pseudo_denormal, smallest_normal) == FP_EQUAL);
	CHECK(fpv_compare(&fp_x87, unnormal, one) == FP_UNORDERED);
	CHECK(fpv_is_nan(&fp_x87, pseudo_inf));
	struct bits arg[2] = {pseudo_denormal, bits_pair(arena, 80, 0, 0)};
	CHECK(bits_eq(fpv_compute(arena, &fp_x87, FP_OP_ADD, FP_NEAREST_EVEN, arg), smallest_normal));
	struct bits bad[2] = {unnormal, one};
	CHECK(bits_eq(fpv_compute(arena, &fp_x87, FP_OP_ADD, FP_NEAREST_EVEN, bad),
	              bits_pair(arena, 80, 0x7fff, 3ULL << 62)));
}

int main(void) {
	arena = arena_open();
	test_against_host(&fp_single, 10000);
	test_against_host(&fp_double, 10000);
	test_int_conversions(&fp_single);
	test_int_conversions(&fp_double);
	if (oracle_long_format()) {
		test_against_host(oracle_long_format(), 3000);
		test_int_conversions(oracle_long_format());
	}
	test_format_conversions();
	test_nan_conversions();
	test_half();
	test_parse();
	test_random_decimals();
	test_print();
	test_print_reads_back(&fp_half, 500);
	test_print_reads_back(&fp_single, 500);
	test_print_reads_back(&fp_double, 500);
	test_print_reads_back(&fp_x87, 200);
	test_print_reads_back(&fp_quad, 200);
	test_x87_encodings();
	arena_close(arena);
	return check_done("fp");
}
