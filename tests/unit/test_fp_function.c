/* What the library of this machine returns is among what util/number/fp_function.h allows: for
 * special numbers, small integers, and random numbers of all sizes, in all modes of rounding. */
#include "util/number/fp_function.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "tests/unit/float_oracle.h"

static struct arena *arena;

struct host {
	const char *name;
	float (*f1)(float);
	double (*d1)(double);
	long double (*l1)(long double);
	float (*f2)(float, float);
	double (*d2)(double, double);
	long double (*l2)(long double, long double);
};

#define ONE(name_)                                                                                 \
	{ #name_, name_##f, name_, name_##l, NULL, NULL, NULL }
#define TWO(name_)                                                                                 \
	{ #name_, NULL, NULL, NULL, name_##f, name_, name_##l }
static const struct host hosts[] = {
    ONE(acos), ONE(acosh), ONE(asin),  ONE(asinh),  ONE(atan), TWO(atan2), ONE(atanh),
    ONE(cbrt), ONE(cos),   ONE(cosh),  ONE(erf),    ONE(erfc), ONE(exp),   ONE(exp10),
    ONE(exp2), ONE(expm1), TWO(hypot), ONE(lgamma), ONE(log),  ONE(log10), ONE(log1p),
    ONE(log2), TWO(pow),   ONE(sin),   ONE(sinh),   ONE(tan),  ONE(tanh),  ONE(tgamma),
};
enum { HOSTS_N = sizeof hosts / sizeof *hosts };

static long double call(const struct host *h, const struct fp_format *f, const long double *x) {
	if (f == &fp_single)
		return h->f1 ? h->f1((float)x[0]) : h->f2((float)x[0], (float)x[1]);
	if (f == &fp_double)
		return h->d1 ? h->d1((double)x[0]) : h->d2((double)x[0], (double)x[1]);
	return h->l1 ? h->l1(x[0]) : h->l2(x[0], x[1]);
}

static void compare(const struct host *h, const struct fp_format *f, enum fp_round mode,
                    const struct bits *arg) {
	const struct fp_function *function = fp_function_find(h->name);
	long double x[2] = {long_of_bits(f, arg[0]), long_of_bits(f, arg[1])};
	oracle_round(mode);
	volatile long double result = call(h, f, x);
	oracle_round(FP_NEAREST_EVEN);
	struct bits is = bits_of_long(arena, f, result);
	struct fp_range r = fp_function_range(arena, function, f, mode == FP_NEAREST_EVEN, arg);
	bool right = fp_range_has(f, &r, is);
	if (!right)
		fprintf(stderr, "%u %s(%s, %s) mode %d: host %s, allowed %s to %s\n", fp_width(f), h->name,
		        fp_print(arena, f, arg[0]), fp_print(arena, f, arg[1]), (int)mode,
		        fp_print(arena, f, is), fp_print(arena, f, r.low), fp_print(arena, f, r.high));
	CHECK(right);
}

/* What a function that rises or falls returns is within the limits of another argument. */
static void compare_limits(const struct host *h, const struct fp_format *f, struct bits at,
                           struct bits other) {
	const struct fp_function *function = fp_function_find(h->name);
	int direction = fp_function_direction(function);
	struct bits zero = fp_from_double(arena, f, 0), arg[2] = {at, zero};
	long double x[2] = {long_of_bits(f, other), 0};
	struct bits is = bits_of_long(arena, f, call(h, f, x));
	struct fp_range r = fp_function_limits(arena, function, f, true, arg);
	if (!direction || fpv_is_nan(f, is) || fpv_is_nan(f, r.low))
		return;
	enum fp_order order = fpv_compare(f, other, at);
	bool is_below = (order == FP_LESS) == (direction > 0);
	bool right = order == FP_UNORDERED || order == FP_EQUAL ||
	             (is_below ? fpv_compare(f, is, r.high) : fpv_compare(f, r.low, is)) != FP_GREATER;
	if (!right)
		fprintf(stderr, "%u %s(%s) is %s, limits of %s: %s to %s\n", fp_width(f), h->name,
		        fp_print(arena, f, other), fp_print(arena, f, is), fp_print(arena, f, at),
		        fp_print(arena, f, r.low), fp_print(arena, f, r.high));
	CHECK(right);
}

/* Of a moderate size, where functions neither vanish nor overflow. */
static struct bits moderate(const struct fp_format *f) {
	double d = (double)(int64_t)random64() / 9.3e18 * (double)(1u << random64() % 12);
	return fp_from_double(arena, f, d);
}

static void test_function(const struct host *h, const struct fp_format *f, unsigned rounds) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < N_SPECIAL; i++)
		for (unsigned j = 0; j < (h->f1 ? 1 : N_SPECIAL); j++) {
			struct bits arg[2] = {special_float(arena, f, i), special_float(arena, f, j)};
			compare(h, f, FP_NEAREST_EVEN, arg);
			arena_release(arena, mark);
		}
	for (int i = -30; i <= 200; i++)
		for (int j = h->f1 ? 0 : -20; j <= (h->f1 ? 0 : 40); j++) {
			struct bits arg[2] = {fp_from_double(arena, f, i), fp_from_double(arena, f, j)};
			compare(h, f, FP_NEAREST_EVEN, arg);
			arena_release(arena, mark);
		}
	for (unsigned i = 0; i < rounds; i++) {
		bool any = i % 8 == 0;
		struct bits arg[2] = {any ? random_float(arena, f) : moderate(f),
		                      any ? random_float(arena, f) : moderate(f)};
		compare(h, f, FP_NEAREST_EVEN, arg);
		compare_limits(h, f, arg[0], arg[1]);
		/* A neighbour, a few numbers away. */
		struct bits step = bits_u64(arena, fp_width(f), 1 + random64() % 4);
		if (!f->explicit_leading)
			compare_limits(h, f, arg[0], bits_add(arena, arg[0], step));
		if (i % 16 == 1)
			compare(h, f, (enum fp_round)(1 + random64() % 3), arg);
		arena_release(arena, mark);
	}
}

static bool is_value(const char *name, const struct fp_format *f, const char *x, const char *y,
                     const char *value) {
	struct bits arg[2] = {fp_parse(arena, f, x), fp_parse(arena, f, y)};
	struct fp_range r = fp_function_range(arena, fp_function_find(name), f, true, arg);
	return fp_range_is_single(&r) && bits_eq(r.low, fp_parse(arena, f, value));
}

/* What C and IEEE 754 fix, and exact powers, roots and logarithms. */
static void test_fixed(const struct fp_format *f) {
	CHECK(is_value("pow", f, "2", "3", "8"));
	CHECK(is_value("pow", f, "-2", "3", "-8"));
	CHECK(is_value("pow", f, "2", "-2", "0.25"));
	CHECK(is_value("pow", f, "nan", "0", "1"));
	CHECK(is_value("pow", f, "1", "nan", "1"));
	CHECK(is_value("pow", f, "-1", "-inf", "1"));
	CHECK(is_value("pow", f, "-8", "0.5", "nan"));
	CHECK(is_value("pow", f, "-0.0", "-3", "-inf"));
	CHECK(is_value("pow", f, "9", "0.5", "3"));
	CHECK(is_value("exp", f, "0", "0", "1"));
	CHECK(is_value("exp", f, "100000", "0", "inf"));
	CHECK(is_value("exp2", f, "10", "0", "1024"));
	CHECK(is_value("log", f, "1", "0", "0"));
	CHECK(is_value("log", f, "-1", "0", "nan"));
	CHECK(is_value("log", f, "0", "0", "-inf"));
	CHECK(is_value("log2", f, "8", "0", "3"));
	CHECK(is_value("hypot", f, "3", "4", "5"));
	CHECK(is_value("hypot", f, "nan", "-inf", "inf"));
	CHECK(is_value("atan2", f, "-0.0", "1", "-0.0"));
	CHECK(is_value("sin", f, "-0.0", "0", "-0.0"));
	CHECK(is_value("sin", f, "inf", "0", "nan"));
	CHECK(is_value("lgamma", f, "2", "0", "0"));
}

static void test_ranges(void) {
	struct bits one = fp_from_double(arena, &fp_double, 1),
	            tiny = fp_parse(arena, &fp_double, "1e-300");
	struct bits arg[2] = {one, one};
	struct fp_range r = fp_function_range(arena, fp_function_find("sin"), &fp_double, true, arg);
	CHECK(fp_range_is_single(&r)); /* 0.8414..., clearly nearest to one number */
	r = fp_function_range(arena, fp_function_find("sin"), &fp_double, false, arg);
	CHECK(!fp_range_is_single(&r)); /* in other modes, its neighbours too */
	CHECK(!fp_range_has(&fp_double, &r, one));
	CHECK(!fp_range_has(&fp_double, &r, fpv_nan(arena, &fp_double)));
	arg[0] = tiny;
	arg[1] = fp_from_double(arena, &fp_double, 2);
	r = fp_function_range(arena, fp_function_find("pow"), &fp_double, true, arg);
	CHECK(fp_range_is_single(&r) && bits_is_zero(r.low)); /* underflows */
	CHECK(fp_function_find("pow") && !fp_function_find("cosine"));
	for (size_t i = 0; fp_function_at(i); i++)
		CHECK(i >= HOSTS_N || !strcmp(hosts[i].name, fp_function_name(fp_function_at(i))));
	CHECK(!fp_function_at(HOSTS_N));
}

int main(int argc, char **argv) {
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 800;
	const struct fp_format *formats[] = {&fp_single, &fp_double,
	                                     sizeof(long double) == sizeof(double) ? &fp_double
	                                     : __LDBL_MANT_DIG__ == 64             ? &fp_x87
	                                                                           : &fp_quad};
	arena = arena_open();
	for (size_t i = 0; i < HOSTS_N; i++)
		for (size_t k = 0; k < 3; k++)
			test_function(&hosts[i], formats[k], rounds);
	for (size_t k = 0; k < 3; k++)
		test_fixed(formats[k]);
	test_ranges();
	arena_close(arena);
	return check_done("fp_function");
}
