#include "util/fp_decimal.h"

#include <stdio.h>
#include <string.h>

/* gmp.h first: mpfr.h then has the conversions from and to GMP. */
#include "util/fp_number.h"

#include <mpfr.h>

#include "util/vec.h"

/* Beyond these no format has a number between zero and infinity. */
enum { DECIMAL_LIMIT = 12000, MAX_DIGITS = 40, MOST_DIGITS = 20000 };

/* digits * 10^scale, plus something that is smaller than every number if 'plus'. */
static struct bits rounded(struct arena *a, const struct fp_format *f, enum fp_round mode,
                           const mpz_t digits, long scale, bool plus) {
	struct number x;
	mpz_t power, rest;
	number_init(&x);
	mpz_init(power);
	mpz_init(rest);
	scale = scale > DECIMAL_LIMIT ? DECIMAL_LIMIT : scale;
	scale = scale < -DECIMAL_LIMIT - MAX_DIGITS ? -DECIMAL_LIMIT - MAX_DIGITS : scale;
	mpz_ui_pow_ui(power, 10, (unsigned long)(scale < 0 ? -scale : scale));
	/* Enough bits for the precision and two more, so that the rest does not matter. */
	long bits = (long)fp_precision(f) + 2 + (scale < 0 ? (long)mpz_sizeinbase(power, 2) : 0);
	mpz_mul_2exp(x.m, digits, (unsigned long)bits);
	x.e = -bits;
	if (scale < 0)
		mpz_tdiv_qr(x.m, rest, x.m, power);
	else
		mpz_mul(x.m, x.m, power);
	struct bits result = number_round(a, f, mode, &x, plus || mpz_sgn(rest));
	mpz_clear(rest);
	mpz_clear(power);
	number_clear(&x);
	return result;
}

struct fp_range fp_decimal_range(struct arena *a, const struct fp_format *f, enum fp_round mode,
                                 const struct fp_decimal *d) {
	mpz_t digits, word;
	struct fp_range r;
	bool is_any = mode == FP_ANY_ROUND;
	mpz_init(digits);
	mpz_init(word);
	mpz_ui_pow_ui(digits, 10, d->low_digits);
	mpz_import(word, 1, -1, sizeof d->high, 0, 0, &d->high);
	mpz_mul(digits, digits, word);
	mpz_import(word, 1, -1, sizeof d->low, 0, 0, &d->low);
	mpz_add(digits, digits, word);
	r.low = rounded(a, f, is_any ? FP_DOWNWARD : mode, digits, d->scale,
	                d->has_more && mpz_sgn(digits));
	if (d->has_more)
		mpz_add_ui(digits, digits, 1);
	r.high = rounded(a, f, is_any ? FP_UPWARD : mode, digits, d->scale, false);
	mpz_clear(word);
	mpz_clear(digits);
	return r;
}

struct fp_range fp_binary_range(struct arena *a, const struct fp_format *f, enum fp_round mode,
                                const struct fp_decimal *d) {
	struct fp_range r;
	struct number x;
	bool is_any = mode == FP_ANY_ROUND;
	number_init(&x);
	mpz_import(x.m, 1, -1, sizeof d->high, 0, 0, &d->high);
	x.e = d->scale;
	/* glibc rounds some hexadecimal numbers below the normal ones the wrong way. */
	long top = x.e + (long)mpz_sizeinbase(x.m, 2) - 1;
	is_any |= mpz_sgn(x.m) && top < 1 - fp_bias(f);
	r.low = number_round(a, f, is_any ? FP_DOWNWARD : mode, &x, false);
	if (d->has_more)
		mpz_add_ui(x.m, x.m, 1);
	r.high = number_round(a, f, is_any ? FP_UPWARD : mode, &x, false);
	number_clear(&x);
	return r;
}

/* --- Text. --- */

static mpfr_rnd_t mpfr_mode(enum fp_round mode) {
	switch (mode) {
	case FP_TOWARD_ZERO: return MPFR_RNDZ;
	case FP_UPWARD: return MPFR_RNDU;
	case FP_DOWNWARD: return MPFR_RNDD;
	default: return MPFR_RNDN;
	}
}

static char *decimal_text(struct arena *a, const struct number *x, const struct fp_format *f,
                          enum fp_round mode, char kind, bool alternate, int precision) {
	char format[16], *text, *copy;
	mpfr_t value;
	mpfr_set_emin(-MOST_DIGITS);
	mpfr_set_emax(MOST_DIGITS);
	mpfr_init2(value, fp_precision(f) + 1);
	if (mpz_sgn(x->m))
		mpfr_set_z_2exp(value, x->m, x->e, MPFR_RNDN);
	else
		mpfr_set_zero(value, 1);
	snprintf(format, sizeof format, alternate ? "%%#.*R*%c" : "%%.*R*%c", kind);
	mpfr_asprintf(&text, format, precision < 0 ? 6 : precision, mpfr_mode(mode), value);
	mpfr_clear(value);
	copy = arena_printf(a, "%s", text);
	mpfr_free_str(text);
	return copy;
}

struct buffer {
	VEC(char) text;
};

static void put(struct buffer *b, const char *text, long n) {
	for (long i = 0; i < n; i++)
		vec_push(&b->text, text[i]);
}

/* m *= 2^bits, or divides, and rounds to an integer. */
static void shift(mpz_t m, long bits, enum fp_round mode) {
	mpz_t rest, half;
	if (bits >= 0) {
		mpz_mul_2exp(m, m, (unsigned long)bits);
		return;
	}
	mpz_init(rest);
	mpz_init(half);
	mpz_fdiv_r_2exp(rest, m, (unsigned long)-bits);
	mpz_fdiv_q_2exp(m, m, (unsigned long)-bits);
	mpz_setbit(half, (unsigned long)(-bits - 1));
	int order = mpz_cmp(rest, half);
	bool up = mode == FP_UPWARD ? mpz_sgn(rest) != 0
	          : mode == FP_NEAREST_EVEN || mode == FP_NEAREST_AWAY
	              ? order > 0 || (order == 0 && mpz_odd_p(m))
	              : false;
	if (up)
		mpz_add_ui(m, m, 1);
	mpz_clear(half);
	mpz_clear(rest);
}

/* "1", "8", point and digits: 'n' digits behind the point, without zeros at the end if 'shortest'.
 */
static void put_hexadecimal(struct buffer *b, const mpz_t m, long n, bool alternate, long zeros,
                            bool shortest) {
	char *digits = mpz_get_str(NULL, 16, m);
	long length = (long)strlen(digits), whole = length > n ? length - n : 0;
	while (shortest && n > 0 && (length == 0 || digits[length - 1] == '0')) {
		n--;
		length -= length > 0;
	}
	put(b, "0x", 2);
	put(b, whole ? digits : "0", whole ? whole : 1);
	if (n || zeros || alternate)
		put(b, ".", 1);
	for (long i = length - whole; i < n; i++)
		put(b, "0", 1);
	put(b, digits + whole, length - whole);
	for (long i = 0; i < zeros; i++)
		put(b, "0", 1);
	void (*release)(void *, size_t);
	mp_get_memory_functions(NULL, NULL, &release);
	release(digits, strlen(digits) + 1);
}

/* As glibc has it: one hexadecimal digit before the point, 1 (0 of subnormal numbers) or, in the
 * x87 format, the four highest bits of the significand. */
static char *hexadecimal_text(struct arena *a, const struct number *x, const struct fp_format *f,
                              enum fp_round mode, bool capital, bool alternate, int precision) {
	mpz_t m;
	struct buffer b = {0};
	char tail[32];
	long lead = f->explicit_leading ? 3 : 0; /* bits of the first digit behind the highest one */
	long least = 1 - fp_bias(f), digits = ((long)f->fraction - lead + 3) / 4, exponent = least;
	if (mpz_sgn(x->m) && x->e + (long)mpz_sizeinbase(x->m, 2) - 1 > least)
		exponent = x->e + (long)mpz_sizeinbase(x->m, 2) - 1; /* of the highest bit */
	exponent = mpz_sgn(x->m) ? exponent - lead : 0;
	long given = precision < 0 || precision > digits ? digits : precision;
	mpz_init_set(m, x->m);
	shift(m, x->e - exponent + 4 * given, mode);
	put_hexadecimal(&b, m, given, alternate, precision > given ? precision - given : 0,
	                precision < 0);
	mpz_clear(m);
	snprintf(tail, sizeof tail, "p%+ld", exponent);
	put(&b, tail, (long)strlen(tail) + 1);
	for (size_t i = 0; capital && i < b.text.n; i++)
		if (b.text.at[i] >= 'a' && b.text.at[i] <= 'z')
			b.text.at[i] = (char)(b.text.at[i] - 'a' + 'A');
	char *text = arena_printf(a, "%s", b.text.at);
	vec_free(&b.text);
	return text;
}

char *fp_convert_text(struct arena *a, const struct fp_format *f, enum fp_round mode,
                      struct bits bits, char kind, bool alternate, int precision) {
	struct number x;
	char *text;
	number_init(&x);
	number_read(&x, f, bits);
	if (kind == 'a' || kind == 'A')
		text = hexadecimal_text(a, &x, f, mode, kind == 'A', alternate, precision);
	else
		text = decimal_text(a, &x, f, mode, kind, alternate, precision);
	number_clear(&x);
	return text;
}
