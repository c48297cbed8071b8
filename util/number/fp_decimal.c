#include "util/number/fp_decimal.h"

#include <stdio.h>
#include <string.h>

/* gmp.h first: mpfr.h then has the conversions from and to GMP. */
#include "util/number/fp_number.h"

#include <mpfr.h>

#include "util/base/vec.h"

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

/* What is rounded is the absolute value. */
static enum fp_round mode_of(enum fp_round mode, const struct fp_decimal *d) {
	if (d->negative)
		return mode == FP_UPWARD ? FP_DOWNWARD : mode == FP_DOWNWARD ? FP_UPWARD : mode;
	return mode;
}

static void read_digits(mpz_t to, const struct fp_decimal *d, unsigned long base) {
	mpz_t word;
	mpz_init(word);
	mpz_ui_pow_ui(to, base, d->low_digits);
	mpz_import(word, 1, -1, sizeof d->high, 0, 0, &d->high);
	mpz_mul(to, to, word);
	mpz_import(word, 1, -1, sizeof d->low, 0, 0, &d->low);
	mpz_add(to, to, word);
	mpz_clear(word);
}

/* The last bit of a float tells whether it is even. */
static bool is_even(struct bits b) {
	return !(b.lo & 1);
}

/* All floats that the digits and more of them may become. */
static struct fp_range all_of(struct arena *a, const struct fp_format *f, enum fp_round mode,
                              const struct fp_decimal *d) {
	mpz_t digits;
	struct fp_range r;
	bool is_any = mode == FP_ANY_ROUND;
	mpz_init(digits);
	read_digits(digits, d, 10);
	r.low = rounded(a, f, is_any ? FP_DOWNWARD : mode, digits, d->scale,
	                d->has_more && mpz_sgn(digits));
	if (d->has_more)
		mpz_add_ui(digits, digits, 1);
	r.high = rounded(a, f, is_any ? FP_UPWARD : mode, digits, d->scale, false);
	mpz_clear(digits);
	return r;
}

struct fp_range fp_decimal_range(struct arena *a, const struct fp_format *f, enum fp_round mode,
                                 const struct fp_decimal *d) {
	mode = mode == FP_ANY_ROUND ? mode : mode_of(mode, d);
	struct fp_range r = all_of(a, f, mode, d);
	if (mode == FP_ANY_ROUND || d->rest == FP_REST_UNKNOWN || fp_range_is_single(&r))
		return r;
	bool takes_low = d->rest == FP_REST_BELOW;
	if (d->rest == FP_REST_EQUAL)
		takes_low = mode == FP_UPWARD || (mode == FP_NEAREST_EVEN && is_even(r.low));
	*(takes_low ? &r.high : &r.low) = takes_low ? r.low : r.high;
	return r;
}

/* A number: infinity is what would come after the largest one. */
static void read_float(mpq_t to, const struct fp_format *f, struct bits b) {
	struct number x;
	number_init(&x);
	number_read(&x, f, b);
	if (x.kind == NUMBER_INF) {
		mpz_set_ui(x.m, 1);
		x.e = fp_bias(f) + 1;
	}
	mpq_set_z(to, x.m);
	if (x.e < 0)
		mpq_div_2exp(to, to, (unsigned long)-x.e);
	else
		mpq_mul_2exp(to, to, (unsigned long)x.e);
	number_clear(&x);
}

/* to * 10^n */
static void scale_by_ten(mpq_t to, long n) {
	mpz_t power;
	mpz_init(power);
	mpz_ui_pow_ui(power, 10, (unsigned long)(n < 0 ? -n : n));
	if (n < 0)
		mpz_mul(mpq_denref(to), mpq_denref(to), power);
	else
		mpz_mul(mpq_numref(to), mpq_numref(to), power);
	mpq_canonicalize(to);
	mpz_clear(power);
}

static bool is_far(const struct fp_decimal *d) {
	return d->scale > DECIMAL_LIMIT || d->scale < -DECIMAL_LIMIT - MAX_DIGITS;
}

/* Between the digits and one unit more, in such units: where the result changes, or the only float
 * that is there. */
static bool find_boundary(struct arena *a, const struct fp_format *f, enum fp_round mode,
                          const struct fp_decimal *d, mpq_t to) {
	struct fp_range r = all_of(a, f, mode, d);
	mpq_t other;
	mpq_init(other);
	read_float(to, f, mode == FP_UPWARD ? r.low : r.high);
	if (mode == FP_NEAREST_EVEN && !fp_range_is_single(&r)) {
		read_float(other, f, r.low);
		mpq_add(to, to, other);
		mpq_div_2exp(to, to, 1);
	}
	scale_by_ten(to, -d->scale);
	read_digits(mpq_numref(other), d, 10);
	mpz_set_ui(mpq_denref(other), 1);
	mpq_sub(to, to, other);
	mpq_clear(other);
	return mpq_sgn(to) > 0 && mpq_cmp_ui(to, 1, 1) <= 0;
}

uint64_t fp_decimal_boundary(struct arena *a, const struct fp_format *f, enum fp_round mode,
                             const struct fp_decimal *d, uint64_t index) {
	enum { WORD_DIGITS = 19 };
	const uint64_t more_than_all = 10000000000000000000ULL;
	uint64_t result = FP_BOUNDARY_NONE;
	mpq_t at;
	mpz_t word;
	if (mode == FP_ANY_ROUND || is_far(d) || index > MOST_DIGITS / WORD_DIGITS)
		return FP_BOUNDARY_NONE;
	mpq_init(at);
	mpz_init(word);
	if (find_boundary(a, f, mode_of(mode, d), d, at)) {
		scale_by_ten(at, (long)(WORD_DIGITS * index));
		if (mpq_cmp_ui(at, 1, 1) == 0 && !index) {
			result = more_than_all;
		} else if (!mpz_cmp_ui(mpq_denref(at), 1)) {
			result = FP_BOUNDARY_END;
		} else {
			mpz_fdiv_r(mpq_numref(at), mpq_numref(at), mpq_denref(at));
			scale_by_ten(at, WORD_DIGITS);
			mpz_fdiv_q(word, mpq_numref(at), mpq_denref(at));
			mpz_export(&result, NULL, -1, sizeof result, 0, 0, word);
			result = mpz_sgn(word) ? result : 0;
		}
	}
	mpz_clear(word);
	mpq_clear(at);
	return result;
}

/* glibc before 2.38 loses one bit of a number below the normal ones: the first that does not fit,
 * if it is also the last. */
static bool is_lost_bit(const struct fp_format *f, const mpz_t m, long e, bool has_more) {
	size_t bits = mpz_sizeinbase(m, 2);
	return mpz_sgn(m) && !has_more && e + (long)bits - 1 < 1 - fp_bias(f) &&
	       bits - mpz_scan1(m, 0) == fp_precision(f) + 1;
}

struct fp_range fp_binary_range(struct arena *a, const struct fp_format *f, enum fp_round mode,
                                const struct fp_decimal *d) {
	struct fp_range r;
	struct number x;
	bool is_any = mode == FP_ANY_ROUND;
	mode = is_any ? mode : mode_of(mode, d);
	number_init(&x);
	read_digits(x.m, d, 16);
	x.e = d->scale;
	bool is_lost = is_lost_bit(f, x.m, x.e, d->has_more);
	/* Room for what is behind the last digit, which is not all of it. */
	mpz_mul_2exp(x.m, x.m, 1);
	x.e--;
	if (d->has_more)
		mpz_add_ui(x.m, x.m, 1);
	r.high = number_round(a, f, is_any ? FP_UPWARD : mode, &x, false);
	if (is_lost)
		mpz_clrbit(x.m, mpz_scan1(x.m, 0));
	r.low = number_round(a, f, is_any ? FP_DOWNWARD : mode, &x, false);
	number_clear(&x);
	return r;
}

/* --- Numbers below the normal ones. --- */

/* 2^e, less 2^minus */
static void power_less(mpq_t to, long e, long minus) {
	mpq_set_ui(to, 1, 1);
	mpq_mul_2exp(to, to, (unsigned long)(e - minus));
	mpz_sub_ui(mpq_numref(to), mpq_numref(to), 1);
	mpq_div_2exp(to, to, (unsigned long)-minus);
}

/* Numbers from here on, or above it, are not tiny. */
static void first_normal(mpq_t to, const struct fp_format *f, enum fp_round mode, bool after) {
	long e = 1 - fp_bias(f), p = (long)fp_precision(f);
	bool rounds_up = after && (mode == FP_NEAREST_EVEN || mode == FP_UPWARD);
	if (rounds_up) {
		power_less(to, e, e - p - (mode == FP_NEAREST_EVEN));
	} else {
		mpq_set_ui(to, 1, 1);
		mpq_div_2exp(to, to, (unsigned long)-e);
	}
}

static bool is_float(const struct fp_format *f, const mpq_t x) {
	long least = 1 - fp_bias(f) - (long)fp_precision(f) + 1;
	mpq_t y;
	mpq_init(y);
	mpq_mul_2exp(y, x, (unsigned long)-least);
	bool is = !mpz_cmp_ui(mpq_denref(y), 1);
	mpq_clear(y);
	return is; /* of those below the normal ones, and these are asked */
}

int fp_decimal_is_outside(struct arena *a, const struct fp_format *f, enum fp_round mode,
                          const struct fp_decimal *d, bool is_binary, bool after) {
	bool is_zero = !d->high && !d->low && !d->has_more;
	if (mode == FP_ANY_ROUND)
		return is_zero ? 0 : -1;
	if (is_zero || (is_binary ? d->scale > 40000 || d->scale < -40000 : is_far(d)))
		return !is_zero;
	mpq_t low, high, limit, least;
	mpq_inits(low, high, limit, least, NULL);
	mode = mode_of(mode, d);
	read_digits(mpq_numref(low), d, is_binary ? 16 : 10);
	mpz_set_ui(mpq_denref(low), 1);
	bool is_lost = is_binary && is_lost_bit(f, mpq_numref(low), d->scale, d->has_more);
	mpz_add_ui(mpq_numref(high), mpq_numref(low), d->has_more);
	mpz_set_ui(mpq_denref(high), 1);
	if (!is_binary) {
		scale_by_ten(low, d->scale);
		scale_by_ten(high, d->scale);
	} else if (d->scale < 0) {
		mpq_div_2exp(low, low, (unsigned long)-d->scale);
		mpq_div_2exp(high, high, (unsigned long)-d->scale);
	} else {
		mpq_mul_2exp(low, low, (unsigned long)d->scale);
		mpq_mul_2exp(high, high, (unsigned long)d->scale);
	}
	if (is_lost) { /* without the bit it may be a float */
		read_digits(mpq_numref(least), d, 16);
		mpz_clrbit(mpq_numref(least), mpz_scan1(mpq_numref(least), 0));
		mpz_set_ui(mpq_denref(least), 1);
		if (d->scale < 0)
			mpq_div_2exp(least, least, (unsigned long)-d->scale);
		is_lost = is_float(f, least);
	}
	first_normal(limit, f, mode, after);
	int result = -1;
	bool rounds_up = after && mode == FP_UPWARD; /* then the limit itself is tiny */
	if (d->has_more && !is_binary && d->rest != FP_REST_UNKNOWN &&
	    find_boundary(a, f, mode, d, least)) {
		/* Where the rest is known, the number is that boundary, or on one side of it. */
		mpz_t digits;
		mpz_init(digits);
		read_digits(digits, d, 10);
		mpz_addmul(mpq_numref(least), digits, mpq_denref(least));
		mpz_clear(digits);
		mpq_canonicalize(least);
		scale_by_ten(least, d->scale);
		if (d->rest != FP_REST_ABOVE)
			mpq_set(high, least);
		if (d->rest != FP_REST_BELOW)
			mpq_set(low, least);
	}
	bool is_one = mpq_equal(low, high);
	mpq_set_ui(least, 1, 1);
	mpq_mul_2exp(least, least, (unsigned long)fp_bias(f) + 1);
	if (mpq_cmp(low, least) >= 0) {
		mpq_clears(low, high, limit, least, NULL);
		return 1;
	}
	if (is_one)
		result = is_lost ? -1
		                 : (mpq_cmp(low, limit) < 0 || (rounds_up && mpq_equal(low, limit))) &&
		                       !is_float(f, low);
	else if (mpq_cmp(high, limit) <= 0)
		result = 1;
	else if (mpq_cmp(low, limit) >= 0)
		result = 0;
	/* Between two numbers without a float between them it is none. */
	if (!is_one && result == 1) {
		struct fp_decimal whole = *d;
		whole.rest = FP_REST_UNKNOWN;
		if (!is_binary && d->rest == FP_REST_UNKNOWN && find_boundary(a, f, mode, &whole, least))
			result = -1;
	}
	mpq_clears(low, high, limit, least, NULL);
	return result;
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
