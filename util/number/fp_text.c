/* Text of floats.  Reading goes through exact integers and one rounding; printing tries one more
 * digit until reading gives the same pattern back. */
#include "util/number/fp_number.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "util/base/vec.h"

/* Beyond these no format has a number between zero and infinity; larger exponents in the text
 * would only make GMP compute giants. */
enum { DECIMAL_LIMIT = 12000, EXPONENT_LIMIT = 100000000 };

struct literal {
	int base;
	VEC(char) digit; /* no leading zeros; a final 0 byte once scanned */
	long exponent;   /* of the base (decimal) or of two (hexadecimal) */
};

/* Digits with at most one point among them. */
static const char *scan_digits(struct literal *l, const char *s) {
	bool point = false;
	long per_digit = l->base == 16 ? 4 : 1;
	for (;; s++) {
		if (*s == '.' && !point) {
			point = true;
		} else if (l->base == 16 ? isxdigit((unsigned char)*s) : isdigit((unsigned char)*s)) {
			if (l->digit.n || *s != '0')
				vec_push(&l->digit, *s);
			l->exponent -= point ? per_digit : 0;
		} else if (*s != '\'') { /* C23 separates digits */
			vec_push(&l->digit, '\0');
			return s;
		}
	}
}

static void scan_exponent(struct literal *l, const char *s) {
	if (tolower((unsigned char)*s) != (l->base == 16 ? 'p' : 'e'))
		return;
	s++;
	bool negative = *s == '-';
	s += *s == '-' || *s == '+';
	long value = 0;
	for (; isdigit((unsigned char)*s); s++)
		if (value < EXPONENT_LIMIT)
			value = 10 * value + (*s - '0');
	l->exponent += negative ? -value : value;
}

/* Keeps the sign, and makes numbers that are certainly too large or too small just that. */
static void clamp(struct literal *l) {
	long digits = (long)l->digit.n - 1;
	long limit = l->base == 16 ? 4L * DECIMAL_LIMIT : DECIMAL_LIMIT;
	long top = l->exponent + digits * (l->base == 16 ? 4 : 1);
	if (digits == 0)
		l->exponent = 0;
	else if (top > limit)
		l->exponent += limit - top;
	else if (top < -limit)
		l->exponent += -limit - top;
}

static struct bits round_literal(struct arena *a, const struct fp_format *f, bool negative,
                                 const struct literal *l) {
	struct number x;
	mpz_t power;
	number_init(&x);
	mpz_init(power);
	x.negative = negative;
	mpz_set_str(x.m, l->digit.n > 1 ? l->digit.at : "0", l->base);
	struct bits result;
	if (l->base == 16 || l->exponent >= 0) {
		x.e = l->base == 16 ? l->exponent : 0;
		mpz_ui_pow_ui(power, 10, l->base == 16 ? 0 : (unsigned long)l->exponent);
		mpz_mul(x.m, x.m, power);
		result = number_round(a, f, FP_NEAREST_EVEN, &x, false);
	} else if (mpz_sgn(x.m) == 0) {
		result = number_round(a, f, FP_NEAREST_EVEN, &x, false);
	} else {
		mpz_ui_pow_ui(power, 10, (unsigned long)-l->exponent);
		result = number_round_ratio(a, f, FP_NEAREST_EVEN, negative, x.m, power, 0);
	}
	mpz_clear(power);
	number_clear(&x);
	return result;
}

struct bits fp_parse(struct arena *a, const struct fp_format *f, const char *text) {
	bool negative = *text == '-';
	text += *text == '-' || *text == '+';
	if (strncasecmp(text, "nan", 3) == 0)
		return fpv_nan(a, f);
	if (strncasecmp(text, "inf", 3) == 0)
		text = "1e100000"; /* beyond every format */
	struct literal l = {.base = 10};
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		l.base = 16;
		text += 2;
	}
	scan_exponent(&l, scan_digits(&l, text));
	clamp(&l);
	struct bits result = round_literal(a, f, negative, &l);
	vec_free(&l.digit);
	return result;
}

/* floor(log10(x)), or one less */
static long decimal_exponent(const struct number *x) {
	double log2 = (double)x->e + (double)mpz_sizeinbase(x->m, 2) - 1;
	double log10 = log2 * 0.30102999566398119521;
	long floor = (long)log10;
	return (double)floor > log10 ? floor - 1 : floor;
}

/* The nearest integer to |x| * 10^scale. */
static void scaled(mpz_t to, const struct number *x, long scale) {
	mpz_t power, half;
	mpz_init(power);
	mpz_init(half);
	mpz_ui_pow_ui(power, 10, (unsigned long)(scale < 0 ? -scale : scale));
	mpz_set(to, x->m);
	if (scale >= 0)
		mpz_mul(to, to, power);
	if (x->e >= 0)
		mpz_mul_2exp(to, to, (mp_bitcnt_t)x->e);
	if (scale >= 0)
		mpz_set_ui(power, 1);
	if (x->e < 0)
		mpz_mul_2exp(power, power, (mp_bitcnt_t)-x->e);
	mpz_fdiv_q_2exp(half, power, 1);
	mpz_add(to, to, half);
	mpz_fdiv_q(to, to, power);
	mpz_clear(half);
	mpz_clear(power);
}

/* digits d1 d2 ... dn with the point after d1, times 10^exponent */
static char *layout(struct arena *a, bool negative, const char *digits, long exponent) {
	const char *sign = negative ? "-" : "";
	long n = (long)strlen(digits);
	if (exponent < -5 || exponent >= 17)
		return n == 1 ? arena_printf(a, "%s%se%+03ld", sign, digits, exponent)
		              : arena_printf(a, "%s%c.%se%+03ld", sign, digits[0], digits + 1, exponent);
	if (exponent < 0)
		return arena_printf(a, "%s0.%.*s%s", sign, (int)(-exponent - 1), "00000", digits);
	if (n <= exponent + 1)
		return arena_printf(a, "%s%s%.*s.0", sign, digits, (int)(exponent + 1 - n),
		                    "0000000000000000");
	return arena_printf(a, "%s%.*s.%s", sign, (int)exponent + 1, digits, digits + exponent + 1);
}

/* One try: x in n digits. */
static char *print_digits(struct arena *a, const struct number *x, long n) {
	mpz_t digits;
	mpz_init(digits);
	long exponent = decimal_exponent(x);
	scaled(digits, x, n - 1 - exponent);
	/* the estimate may be one too low, and rounding up may carry: then one digit too many */
	if ((long)mpz_sizeinbase(digits, 10) > n) {
		mpz_t limit;
		mpz_init(limit);
		mpz_ui_pow_ui(limit, 10, (unsigned long)n);
		if (mpz_cmp(digits, limit) >= 0)
			scaled(digits, x, n - 1 - ++exponent);
		mpz_clear(limit);
	}
	char *text = arena_alloc(a, mpz_sizeinbase(digits, 10) + 2);
	mpz_get_str(text, 10, digits);
	mpz_clear(digits);
	size_t length = strlen(text);
	while (length > 1 && text[length - 1] == '0')
		text[--length] = '\0';
	return layout(a, x->negative, text, exponent);
}

char *fp_print(struct arena *a, const struct fp_format *f, struct bits pattern) {
	struct number x;
	number_init(&x);
	number_read(&x, f, pattern);
	char *text = NULL;
	if (x.kind == NUMBER_NAN)
		text = arena_printf(a, "nan");
	else if (x.kind == NUMBER_INF)
		text = arena_printf(a, x.negative ? "-inf" : "inf");
	else if (mpz_sgn(x.m) == 0)
		text = arena_printf(a, x.negative ? "-0.0" : "0.0");
	long most = 2 + (long)fp_precision(f) * 30103 / 100000 + 1;
	for (long n = 1; !text; n++) {
		char *attempt = print_digits(a, &x, n);
		struct bits back = fp_parse(a, f, attempt);
		if (n >= most || fpv_compare_exact(f, back, pattern) == FP_EQUAL)
			text = attempt;
	}
	number_clear(&x);
	return text;
}
