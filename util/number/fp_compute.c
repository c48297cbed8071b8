/* Operations on concrete floats: exact on GMP integers, then rounded once. */
#include "util/number/fp_number.h"

#include "util/text/diag.h"

static bool is_zero(const struct number *x) {
	return x->kind == NUMBER_FINITE && mpz_sgn(x->m) == 0;
}

static void become(struct number *to, enum number_kind kind, bool negative) {
	to->kind = kind;
	to->negative = negative;
	mpz_set_ui(to->m, 0);
	to->e = 0;
}

/* x += y.  A sum that is exactly zero is negative only if both are, or when rounding downward. */
static void add(struct number *x, struct number *y, enum fp_round mode) {
	if (x->kind == NUMBER_NAN || y->kind == NUMBER_NAN ||
	    (x->kind == NUMBER_INF && y->kind == NUMBER_INF && x->negative != y->negative)) {
		become(x, NUMBER_NAN, false);
	} else if (x->kind == NUMBER_INF || y->kind == NUMBER_INF) {
		become(x, NUMBER_INF, x->kind == NUMBER_INF ? x->negative : y->negative);
	} else if (x->negative == y->negative) {
		number_align(x, y);
		mpz_add(x->m, x->m, y->m);
	} else {
		number_align(x, y);
		mpz_sub(x->m, x->m, y->m);
		if (mpz_sgn(x->m) == 0)
			x->negative = mode == FP_DOWNWARD;
		else if (mpz_sgn(x->m) < 0)
			x->negative = y->negative;
		mpz_abs(x->m, x->m);
	}
}

/* x *= y */
static void multiply(struct number *x, const struct number *y) {
	bool negative = x->negative != y->negative;
	if (x->kind == NUMBER_NAN || y->kind == NUMBER_NAN || (x->kind == NUMBER_INF && is_zero(y)) ||
	    (is_zero(x) && y->kind == NUMBER_INF)) {
		become(x, NUMBER_NAN, false);
	} else if (x->kind == NUMBER_INF || y->kind == NUMBER_INF) {
		become(x, NUMBER_INF, negative);
	} else {
		mpz_mul(x->m, x->m, y->m);
		x->e += y->e;
		x->negative = negative;
	}
}

static struct bits divide(struct arena *a, const struct fp_format *f, enum fp_round mode,
                          struct number *x, const struct number *y) {
	bool negative = x->negative != y->negative;
	if (x->kind == NUMBER_NAN || y->kind == NUMBER_NAN ||
	    (x->kind == y->kind && y->kind == NUMBER_INF) || (is_zero(x) && is_zero(y)))
		become(x, NUMBER_NAN, false);
	else if (x->kind == NUMBER_INF || is_zero(y))
		become(x, NUMBER_INF, negative);
	else if (is_zero(x) || y->kind == NUMBER_INF)
		become(x, NUMBER_FINITE, negative);
	else
		return number_round_ratio(a, f, mode, negative, x->m, y->m, x->e - y->e);
	return number_round(a, f, mode, x, false);
}

/* The result is exact and keeps the sign of x. */
static void remainder_of(struct number *x, struct number *y) {
	if (x->kind != NUMBER_FINITE || y->kind == NUMBER_NAN || is_zero(y)) {
		become(x, NUMBER_NAN, false);
	} else if (y->kind == NUMBER_FINITE) {
		number_align(x, y);
		mpz_tdiv_r(x->m, x->m, y->m);
	}
}

static struct bits square_root(struct arena *a, const struct fp_format *f, enum fp_round mode,
                               struct number *x) {
	bool sticky = false;
	if (x->kind == NUMBER_FINITE && mpz_sgn(x->m) && !x->negative) {
		/* an even exponent, and enough bits for a root of precision + 2 bits */
		unsigned long more = 2UL * fp_precision(f) + 4;
		more += (unsigned long)(x->e & 1) ^ (more & 1);
		mpz_t rest;
		mpz_init(rest);
		mpz_mul_2exp(x->m, x->m, more);
		mpz_sqrtrem(x->m, rest, x->m);
		x->e = (x->e - (long)more) / 2;
		sticky = mpz_sgn(rest) != 0;
		mpz_clear(rest);
	} else if (x->kind != NUMBER_NAN && x->negative && !is_zero(x)) {
		become(x, NUMBER_NAN, false);
	}
	return number_round(a, f, mode, x, sticky);
}

static struct bits compute(struct arena *a, const struct fp_format *f, enum fp_op op,
                           enum fp_round mode, struct number x[3]) {
	switch (op) {
	case FP_OP_SUB: x[1].negative = !x[1].negative; /* fallthrough */
	case FP_OP_ADD: add(&x[0], &x[1], mode); break;
	case FP_OP_MUL: multiply(&x[0], &x[1]); break;
	case FP_OP_DIV: return divide(a, f, mode, &x[0], &x[1]);
	case FP_OP_REM: remainder_of(&x[0], &x[1]); break;
	case FP_OP_FMA:
		multiply(&x[0], &x[1]);
		add(&x[0], &x[2], mode);
		break;
	case FP_OP_SQRT: return square_root(a, f, mode, &x[0]);
	case FP_OP_RINT: number_to_integer(&x[0], mode); break;
	}
	return number_round(a, f, mode, &x[0], false);
}

static unsigned operands(enum fp_op op) {
	switch (op) {
	case FP_OP_SQRT:
	case FP_OP_RINT: return 1;
	case FP_OP_FMA: return 3;
	default: return 2;
	}
}

struct bits fpv_compute_exact(struct arena *a, const struct fp_format *f, enum fp_op op,
                              enum fp_round mode, const struct bits *arg) {
	struct number x[3];
	unsigned n = operands(op);
	for (unsigned i = 0; i < n; i++) {
		number_init(&x[i]);
		number_read(&x[i], f, arg[i]);
	}
	struct bits result = compute(a, f, op, mode, x);
	for (unsigned i = 0; i < n; i++)
		number_clear(&x[i]);
	return result;
}

enum fp_order fpv_compare_exact(const struct fp_format *f, struct bits a, struct bits b) {
	struct number x, y;
	number_init(&x);
	number_init(&y);
	number_read(&x, f, a);
	number_read(&y, f, b);
	enum fp_order order = FP_UNORDERED;
	if (x.kind != NUMBER_NAN && y.kind != NUMBER_NAN) {
		/* infinity as a number beyond all others: both have m = 0, which must not be seen */
		if (x.kind == NUMBER_INF)
			mpz_setbit(x.m, 0), x.e = fp_bias(f) + 1;
		if (y.kind == NUMBER_INF)
			mpz_setbit(y.m, 0), y.e = fp_bias(f) + 1;
		number_align(&x, &y);
		if (x.negative)
			mpz_neg(x.m, x.m);
		if (y.negative)
			mpz_neg(y.m, y.m);
		int sign = mpz_cmp(x.m, y.m);
		order = sign < 0 ? FP_LESS : sign > 0 ? FP_GREATER : FP_EQUAL;
	}
	number_clear(&y);
	number_clear(&x);
	return order;
}

bool fpv_is_nan(const struct fp_format *f, struct bits a) {
	struct number x;
	number_init(&x);
	number_read(&x, f, a);
	number_clear(&x);
	return x.kind == NUMBER_NAN;
}

/* A NaN keeps its sign and the highest bits of its payload; the quiet bit is set. */
static struct bits convert_nan(struct arena *a, const struct fp_format *to,
                               const struct fp_format *from, struct bits pattern) {
	uint32_t have = from->fraction - 1, want = to->fraction - 1, top = pattern.width - 1;
	struct bits payload = bits_extract(a, pattern, have - 1, have > want ? have - want : 0);
	if (want > have)
		payload = bits_concat(a, payload, bits_u64(a, want - have, 0));
	struct bits ones = bits_ones(a, to->exponent + to->explicit_leading + 1);
	return bits_concat(a, bits_concat(a, bits_extract(a, pattern, top, top), ones), payload);
}

struct bits fpv_convert_exact(struct arena *a, const struct fp_format *to,
                              const struct fp_format *from, enum fp_round mode,
                              struct bits pattern) {
	if (to == from) /* a copy, of a NaN as well */
		return pattern;
	struct number x;
	number_init(&x);
	number_read(&x, from, pattern);
	bool is_invalid = from->explicit_leading && !bits_test(pattern, from->fraction);
	struct bits result = x.kind == NUMBER_NAN && !is_invalid ? convert_nan(a, to, from, pattern)
	                                                         : number_round(a, to, mode, &x, false);
	number_clear(&x);
	return result;
}

struct bits fpv_from_int_exact(struct arena *a, const struct fp_format *f, enum fp_round mode,
                               struct bits integer, bool is_signed) {
	struct number x;
	number_init(&x);
	mpz_of_bits(x.m, integer);
	if (is_signed && mpz_tstbit(x.m, integer.width - 1)) {
		x.negative = true;
		mpz_t modulus;
		mpz_init(modulus);
		mpz_setbit(modulus, integer.width);
		mpz_sub(x.m, modulus, x.m);
		mpz_clear(modulus);
	}
	struct bits result = number_round(a, f, mode, &x, false);
	number_clear(&x);
	return result;
}

/* x -> the truncated integer in x->m, without sign; false: it does not fit. */
static bool truncate_to(struct number *x, uint32_t width, bool is_signed) {
	if (x->kind != NUMBER_FINITE || x->e > (long)width)
		return is_zero(x);
	number_to_integer(x, FP_TOWARD_ZERO);
	mpz_mul_2exp(x->m, x->m, (mp_bitcnt_t)x->e);
	size_t length = mpz_sgn(x->m) ? mpz_sizeinbase(x->m, 2) : 0;
	if (!is_signed)
		return x->negative ? length == 0 : length <= width;
	return length < width || (x->negative && length == width && mpz_scan1(x->m, 0) == width - 1);
}

struct bits fpv_to_int_exact(struct arena *a, const struct fp_format *f, struct bits pattern,
                             uint32_t width, bool is_signed) {
	struct number x;
	number_init(&x);
	number_read(&x, f, pattern);
	if (!truncate_to(&x, width, is_signed)) {
		mpz_set_ui(x.m, 0);
		mpz_setbit(x.m, width - 1);
	} else if (x.negative) {
		mpz_neg(x.m, x.m);
	}
	struct bits result = bits_of_mpz(a, width, x.m);
	number_clear(&x);
	return result;
}

bool fpv_fits_int(const struct fp_format *f, struct bits pattern, uint32_t width, bool is_signed) {
	struct number x;
	number_init(&x);
	number_read(&x, f, pattern);
	bool fits = truncate_to(&x, width, is_signed);
	number_clear(&x);
	return fits;
}
