/* The models of math.h, strtod, and sprintf of floating-point numbers against the real ones, over
 * many values: results, errno, and that what they assume is true. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/model_host.h"

#include "tests/unit/model_numbers.h"

_Bool __mc_nondet_bool(void) {
	return 1;
}

static double (*const real_frexp)(double, int *) = frexp;
static double (*const real_ldexp)(double, int) = ldexp;
static int (*const real_ilogb)(double) = ilogb;
static double (*const real_remquo)(double, double, int *) = remquo;
static double (*const real_strtod)(const char *, char **) = strtod;
static float (*const real_strtof)(const char *, char **) = strtof;
static long double (*const real_strtold)(const char *, char **) = strtold;
static int (*const real_snprintf)(char *, size_t, const char *, ...) = snprintf;
static double (*const reals1[])(double) = {
    acos, acosh, asin,   asinh, atan,  atanh, cbrt, cos, cosh, erf, erfc, exp,    exp10,
    exp2, expm1, lgamma, log,   log10, log1p, log2, sin, sinh, tan, tanh, tgamma, logb};
static double (*const reals2[])(double, double) = {atan2, hypot, pow, nextafter, remainder, drem};

#define __snprintf_chk m___snprintf_chk
#define __sprintf_chk  m___sprintf_chk
#define acos           m_acos
#define acosh          m_acosh
#define asin           m_asin
#define asinh          m_asinh
#define asprintf       m_asprintf
#define atan           m_atan
#define atan2          m_atan2
#define atanh          m_atanh
#define atof           m_atof
#define cbrt           m_cbrt
#define cos            m_cos
#define cosh           m_cosh
#define drem           m_drem
#define dremf          m_dremf
#define dreml          m_dreml
#define erf            m_erf
#define erfc           m_erfc
#define exp            m_exp
#define exp10          m_exp10
#define exp2           m_exp2
#define expm1          m_expm1
#define frexp          m_frexp
#define frexpf         m_frexpf
#define frexpl         m_frexpl
#define hypot          m_hypot
#define ilogb          m_ilogb
#define ilogbf         m_ilogbf
#define ilogbl         m_ilogbl
#define ldexp          m_ldexp
#define ldexpf         m_ldexpf
#define ldexpl         m_ldexpl
#define lgamma         m_lgamma
#define lgamma_r       m_lgamma_r
#define log            m_log
#define log10          m_log10
#define log1p          m_log1p
#define log2           m_log2
#define logb           m_logb
#define logbf          m_logbf
#define logbl          m_logbl
#define nan            m_nan
#define nanf           m_nanf
#define nanl           m_nanl
#define nextafter      m_nextafter
#define nextafterf     m_nextafterf
#define nextafterl     m_nextafterl
#define nexttoward     m_nexttoward
#define nexttowardf    m_nexttowardf
#define nexttowardl    m_nexttowardl
#define pow            m_pow
#define remainder      m_remainder
#define remainderf     m_remainderf
#define remainderl     m_remainderl
#define remquo         m_remquo
#define remquof        m_remquof
#define remquol        m_remquol
#define scalbln        m_scalbln
#define scalblnf       m_scalblnf
#define scalblnl       m_scalblnl
#define scalbn         m_scalbn
#define scalbnf        m_scalbnf
#define scalbnl        m_scalbnl
#define signgam        m_signgam
#define sin            m_sin
#define sincos         m_sincos
#define sinh           m_sinh
#define snprintf       m_snprintf
#define sprintf        m_sprintf
#define strtod         m_strtod
#define strtof         m_strtof
#define strtold        m_strtold
#define tan            m_tan
#define tanh           m_tanh
#define tgamma         m_tgamma
#define vasprintf      m_vasprintf
#define vsnprintf      m_vsnprintf
#define vsprintf       m_vsprintf

#define USES___model_floats_are_passed
#include "pthread-models/libc/math/mathparts.c"
#include "pthread-models/libc/math/mathpartsf.c"
#include "pthread-models/libc/math/mathpartsl.c"
#include "pthread-models/libc/math/transcendental.c"
#include "pthread-models/libc/stdio/float_text.c"
#include "pthread-models/libc/stdio/format.c"
#include "pthread-models/libc/strtod.c"

static double (*const models1[])(double) = {
    acos, acosh, asin,   asinh, atan,  atanh, cbrt, cos, cosh, erf, erfc, exp,    exp10,
    exp2, expm1, lgamma, log,   log10, log1p, log2, sin, sinh, tan, tanh, tgamma, logb};
static double (*const models2[])(double, double) = {atan2, hypot, pow, nextafter, remainder, drem};
static const char *const names1[] = {"acos",  "acosh",  "asin", "asinh",  "atan",  "atanh", "cbrt",
                                     "cos",   "cosh",   "erf",  "erfc",   "exp",   "exp10", "exp2",
                                     "expm1", "lgamma", "log",  "log10",  "log1p", "log2",  "sin",
                                     "sinh",  "tan",    "tanh", "tgamma", "logb"};
static const char *const names2[] = {"atan2", "hypot", "pow", "nextafter", "remainder", "drem"};

enum { ONES = sizeof reals1 / sizeof *reals1, TWOS = sizeof reals2 / sizeof *reals2 };

/* glibc does not always have the sign of a remainder that is zero. */
static bool is_same(const char *name, double a, double b) {
	bool zeros = a == 0 && b == 0 && (!strncmp(name, "rem", 3) || !strcmp(name, "drem"));
	return zeros || (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void check_same(const char *name, double x, double y, double real, int real_error,
                       double model, int model_error) {
	bool right = is_same(name, real, model) && real_error == model_error;
	if (!right)
		fprintf(stderr, "%s(%.17g, %.17g): model %.17g errno %d, real %.17g errno %d\n", name, x, y,
		        model, model_error, real, real_error);
	CHECK(right);
}

static void compare(double x, double y) {
	for (size_t i = 0; i < ONES; i++) {
		errno = 0;
		double real = reals1[i](x);
		int error = errno;
		errno = 0;
		double model = models1[i](x);
		check_same(names1[i], x, 0, real, error, model, errno);
	}
	for (size_t i = 0; i < TWOS; i++) {
		errno = 0;
		double real = reals2[i](x, y);
		int error = errno;
		errno = 0;
		double model = models2[i](x, y);
		check_same(names2[i], x, y, real, error, model, errno);
	}
}

static void compare_parts(double x, double y) {
	int e = 0, m = 0, n = (int)(random64() % 4300) - 2150;
	check_same("frexp", x, 0, real_frexp(x, &e), e, m_frexp(x, &m), m);
	errno = 0;
	double real = real_ldexp(x, n);
	int error = errno;
	errno = 0;
	double model = m_ldexp(x, n);
	check_same("ldexp", x, n, real, error, model, errno);
	CHECK(real_ilogb(x) == m_ilogb(x));
	real = real_remquo(x, y, &e);
	model = m_remquo(x, y, &m);
	check_same("remquo", x, y, real, isnan(real) ? m : e & 7, model, isnan(real) ? m : m & 7);
}

/* --- Text. --- */

#define SAME_READ(T, suffix)                                                                       \
	do {                                                                                           \
		char *p, *q;                                                                               \
		errno = 0;                                                                                 \
		T a = real_strto##suffix(text, &p);                                                        \
		int error = errno;                                                                         \
		errno = 0;                                                                                 \
		T b = m_strto##suffix(text, &q);                                                           \
		bool right = (a == b || (isnan(a) && isnan(b))) && p == q && error == errno;               \
		if (!right)                                                                                \
			fprintf(stderr, "strto" #suffix "(%s): model %La errno %d, real %La errno %d\n", text, \
			        (long double)b, errno, (long double)a, error);                                 \
		CHECK(right);                                                                              \
	} while (0)

static void compare_reading(const char *text) {
	SAME_READ(double, d);
	SAME_READ(float, f);
	SAME_READ(long double, ld);
}

/* Numbers, and what looks like some. */
static void test_reading(unsigned rounds) {
	static const char set[] = "0123456789012345678900000.e-+xpaf in()INFtynan_";
	char text[64];
	for (unsigned i = 0; i < rounds; i++) {
		size_t n = random64() % 24;
		for (size_t k = 0; k < n; k++)
			text[k] = set[random64() % (i % 2 ? 26 : sizeof set - 1)];
		text[n] = 0;
		if (i % 3 == 0)
			real_snprintf(text, sizeof text, "%s%llu.%llue%d", i % 2 ? "-" : "",
			              (unsigned long long)random64() >> (4 + random64() % 60),
			              (unsigned long long)random64() >> 4, (int)(random64() % 700) - 350);
		if (i % 16 == 1)
			real_snprintf(text, sizeof text, "0x%llx.%llxp%d", (unsigned long long)random64() >> 40,
			              (unsigned long long)random64() >> 30, (int)(random64() % 1900) - 130);
		compare_reading(text);
	}
	CHECK(host_unsupported == 0);
}

static void compare_writing(double x) {
	static const char *const flags[] = {"", "-", "+", " ", "0", "-+", "+0", "#"};
	static const char kinds[] = "aefgAEFG";
	char format[32], a[512], b[512];
	char kind = kinds[random64() % 8];
	const char *flag = flags[random64() % (kind == 'g' || kind == 'G' ? 7 : 8)];
	int width = (int)(random64() % 30), precision = (int)(random64() % 12);
	bool is_long =
	    random64() % 3 == 0 && !(__LDBL_MANT_DIG__ == 64 && (kind == 'a' || kind == 'A'));
	if (random64() % 2)
		real_snprintf(format, sizeof format, "%%%s%d%s%c", flag, width + 1, is_long ? "L" : "",
		              kind);
	else
		real_snprintf(format, sizeof format, "%%%s.%d%s%c", flag, precision, is_long ? "L" : "",
		              kind);
	size_t size = random64() % 4 ? sizeof a : 8;
	memset(a, 1, sizeof a);
	memset(b, 1, sizeof b);
	int n = is_long ? real_snprintf(a, size, format, (long double)x)
	                : real_snprintf(a, size, format, x);
	int m = is_long ? m_snprintf(b, size, format, (long double)x) : m_snprintf(b, size, format, x);
	bool right = n == m && memcmp(a, b, sizeof a) == 0;
	if (!right)
		fprintf(stderr, "%s: model %d \"%s\", real %d \"%s\"\n", format, m, b, n, a);
	CHECK(right);
}

static double any_number(unsigned i) {
	if (i % 4 == 0)
		return (double)(int)(random64() % 60) - 30;
	if (i % 4 == 1)
		return (double)long_of_bits(&fp_double, random_float(model_arena, &fp_double));
	return (double)(int64_t)random64() / 9.3e18 * (double)(1u << random64() % 12);
}

int main(int argc, char **argv) {
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 8000;
	model_arena = arena_open();
	struct arena_mark mark = arena_mark(model_arena);
	for (unsigned i = 0; i < N_SPECIAL * N_SPECIAL; i++) {
		double x =
		    (double)long_of_bits(&fp_double, special_float(model_arena, &fp_double, i / N_SPECIAL));
		double y =
		    (double)long_of_bits(&fp_double, special_float(model_arena, &fp_double, i % N_SPECIAL));
		compare(x, y);
		compare_parts(x, y);
		compare_writing(x);
		arena_release(model_arena, mark);
	}
	for (unsigned i = 0; i < rounds; i++) {
		double x = any_number(i), y = any_number(i / 4);
		compare(x, y);
		compare_parts(x, y);
		compare_writing(x);
		arena_release(model_arena, mark);
	}
	test_reading(rounds);
	arena_close(model_arena);
	return check_done("models of numbers");
}
