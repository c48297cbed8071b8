#include "util/number/bits.h"

#include <gmp.h>
#include <string.h>

#include "util/base/map.h"
#include "util/text/diag.h"

/* Every operation first tries the fast path for 64 bits and less, which allocates nothing;
 * wider operands use GMP's mpn limbs, which have the layout of ours. */

_Static_assert(GMP_NUMB_BITS == 64 && sizeof(mp_limb_t) == sizeof(uint64_t),
               "limbs of GMP are not 64 bits");

static mp_limb_t *limbs(uint64_t *p) {
	return (mp_limb_t *)p;
}

static const mp_limb_t *const_limbs(const uint64_t *p) {
	return (const mp_limb_t *)p;
}

static uint32_t limb_count(uint32_t width) {
	return (uint32_t)(((uint64_t)width + 63) / 64);
}

static uint64_t mask(uint32_t width) {
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool is_small(uint32_t width) {
	return width <= 64;
}

static struct bits small(uint32_t width, uint64_t value) {
	return (struct bits){.width = width, .lo = value & mask(width)};
}

static int64_t signed_small(struct bits a) {
	uint32_t unused = 64 - a.width;
	return a.width ? (int64_t)(a.lo << unused) >> unused : 0;
}

static uint64_t *wide_new(struct arena *arena, uint32_t width) {
	return arena_array(arena, uint64_t, limb_count(width));
}

/* Restores the invariant on freshly computed limbs. */
static struct bits wide(uint32_t width, uint64_t *at) {
	if (width % 64)
		at[limb_count(width) - 1] &= mask(width % 64);
	return (struct bits){.width = width, .lo = at[0], .limb = at};
}

static uint64_t limb(const struct bits *a, uint32_t i) {
	return a->limb ? a->limb[i] : a->lo;
}

struct bits bits_u64(struct arena *arena, uint32_t width, uint64_t value) {
	if (is_small(width))
		return small(width, value);
	uint64_t *at = wide_new(arena, width);
	at[0] = value;
	return wide(width, at);
}

static struct bits wide_fill(struct arena *arena, uint32_t width, uint64_t low, uint64_t rest) {
	uint64_t *at = wide_new(arena, width);
	at[0] = low;
	for (uint32_t i = 1; i < limb_count(width); i++)
		at[i] = rest;
	return wide(width, at);
}

struct bits bits_i64(struct arena *arena, uint32_t width, int64_t value) {
	if (is_small(width))
		return small(width, (uint64_t)value);
	return wide_fill(arena, width, (uint64_t)value, value < 0 ? UINT64_MAX : 0);
}

struct bits bits_ones(struct arena *arena, uint32_t width) {
	return bits_i64(arena, width, -1);
}

/* The value modulo 2^width. */
static struct bits from_mpz(struct arena *arena, uint32_t width, const mpz_t z) {
	size_t n = mpz_size(z), want = limb_count(width);
	const mp_limb_t *from = mpz_limbs_read(z);
	uint64_t narrow = 0;
	uint64_t *at = is_small(width) ? &narrow : wide_new(arena, width);
	for (size_t i = 0; i < want && i < n; i++)
		at[i] = from[i];
	struct bits r = is_small(width) ? small(width, narrow) : wide(width, at);
	return mpz_sgn(z) < 0 ? bits_neg(arena, r) : r;
}

struct bits bits_parse(struct arena *arena, uint32_t width, const char *text, int base) {
	mpz_t z;
	if (mpz_init_set_str(z, text, base) < 0)
		BUG("not a number in base %d: '%s'", base, text);
	struct bits r = from_mpz(arena, width, z);
	mpz_clear(z);
	return r;
}

struct bits bits_copy(struct arena *arena, struct bits a) {
	if (a.limb)
		a.limb = arena_copy(arena, a.limb, limb_count(a.width) * sizeof *a.limb);
	return a;
}

bool bits_eq(struct bits a, struct bits b) {
	if (a.width != b.width || a.lo != b.lo)
		return false;
	return !a.limb || !memcmp(a.limb, b.limb, limb_count(a.width) * sizeof *a.limb);
}

bool bits_is_zero(struct bits a) {
	return a.lo == 0 && bits_fits_u64(a);
}

bool bits_is_ones(struct bits a) {
	if (!a.limb)
		return a.lo == mask(a.width);
	uint32_t n = limb_count(a.width);
	for (uint32_t i = 0; i + 1 < n; i++)
		if (a.limb[i] != UINT64_MAX)
			return false;
	return a.limb[n - 1] == mask(a.width - (n - 1) * 64);
}

bool bits_test(struct bits a, uint32_t i) {
	return i < a.width && (limb(&a, i / 64) >> (i % 64) & 1);
}

bool bits_fits_u64(struct bits a) {
	if (a.limb)
		for (uint32_t i = 1; i < limb_count(a.width); i++)
			if (a.limb[i])
				return false;
	return true;
}

bool bits_ult(struct bits a, struct bits b) {
	if (!a.limb)
		return a.lo < b.lo;
	return mpn_cmp(const_limbs(a.limb), const_limbs(b.limb), limb_count(a.width)) < 0;
}

static bool is_negative(struct bits a) {
	return a.width && bits_test(a, a.width - 1);
}

bool bits_slt(struct bits a, struct bits b) {
	if (!a.limb)
		return signed_small(a) < signed_small(b);
	if (is_negative(a) != is_negative(b))
		return is_negative(a);
	return bits_ult(a, b);
}

int64_t bits_to_i64(struct bits a) {
	return a.limb ? (int64_t)a.lo : signed_small(a);
}

uint64_t bits_hash(struct bits a) {
	uint64_t h = map_hash(a.lo + a.width * UINT64_C(0x9e3779b97f4a7c15));
	if (a.limb)
		for (uint32_t i = 1; i < limb_count(a.width); i++)
			h = map_hash(h ^ a.limb[i]);
	return h;
}

uint32_t bits_clz(struct bits a) {
	for (uint32_t i = limb_count(a.width); i-- > 0;)
		if (limb(&a, i))
			return a.width - (i * 64 + 64 - (uint32_t)__builtin_clzll(limb(&a, i)));
	return a.width;
}

uint32_t bits_ctz(struct bits a) {
	for (uint32_t i = 0; i < limb_count(a.width); i++)
		if (limb(&a, i))
			return i * 64 + (uint32_t)__builtin_ctzll(limb(&a, i));
	return a.width;
}

struct bits bits_not(struct arena *arena, struct bits a) {
	if (!a.limb)
		return small(a.width, ~a.lo);
	uint64_t *at = wide_new(arena, a.width);
	mpn_com(limbs(at), const_limbs(a.limb), limb_count(a.width));
	return wide(a.width, at);
}

struct bits bits_neg(struct arena *arena, struct bits a) {
	if (!a.limb)
		return small(a.width, -a.lo);
	uint64_t *at = wide_new(arena, a.width);
	mpn_neg(limbs(at), const_limbs(a.limb), limb_count(a.width));
	return wide(a.width, at);
}

#define BINARY(name, narrow, mpn)                                                                  \
	struct bits bits_##name(struct arena *arena, struct bits a, struct bits b) {                   \
		if (!a.limb)                                                                               \
			return small(a.width, narrow);                                                         \
		uint64_t *at = wide_new(arena, a.width);                                                   \
		mpn(limbs(at), const_limbs(a.limb), const_limbs(b.limb), limb_count(a.width));             \
		return wide(a.width, at);                                                                  \
	}

BINARY(and, a.lo &b.lo, mpn_and_n)
BINARY(or, a.lo | b.lo, mpn_ior_n)
BINARY(xor, a.lo ^ b.lo, mpn_xor_n)
BINARY(add, a.lo + b.lo, mpn_add_n)
BINARY(sub, a.lo - b.lo, mpn_sub_n)

struct bits bits_mul(struct arena *arena, struct bits a, struct bits b) {
	if (!a.limb)
		return small(a.width, a.lo * b.lo);
	uint32_t n = limb_count(a.width);
	uint64_t *at = arena_array(arena, uint64_t, 2 * (size_t)n); /* the upper half is not used */
	mpn_mul_n(limbs(at), const_limbs(a.limb), const_limbs(b.limb), n);
	return wide(a.width, at);
}

static uint32_t used_limbs(struct bits a) {
	uint32_t n = limb_count(a.width);
	while (n > 0 && !a.limb[n - 1])
		n--;
	return n;
}

/* b is not zero; either result may be NULL. */
static void wide_divide(struct arena *arena, struct bits a, struct bits b, struct bits *quotient,
                        struct bits *rest) {
	uint64_t *q = wide_new(arena, a.width), *r = wide_new(arena, a.width);
	uint32_t n = limb_count(a.width), m = used_limbs(b);
	mpn_tdiv_qr(limbs(q), limbs(r), 0, const_limbs(a.limb), n, const_limbs(b.limb), m);
	if (quotient)
		*quotient = wide(a.width, q);
	if (rest)
		*rest = wide(a.width, r);
}

struct bits bits_udiv(struct arena *arena, struct bits a, struct bits b) {
	if (bits_is_zero(b))
		return bits_ones(arena, a.width);
	if (!a.limb)
		return small(a.width, a.lo / b.lo);
	struct bits q;
	wide_divide(arena, a, b, &q, NULL);
	return q;
}

struct bits bits_urem(struct arena *arena, struct bits a, struct bits b) {
	if (bits_is_zero(b))
		return a;
	if (!a.limb)
		return small(a.width, a.lo % b.lo);
	struct bits r;
	wide_divide(arena, a, b, NULL, &r);
	return r;
}

static struct bits magnitude(struct arena *arena, struct bits a) {
	return is_negative(a) ? bits_neg(arena, a) : a;
}

struct bits bits_sdiv(struct arena *arena, struct bits a, struct bits b) {
	struct bits q = bits_udiv(arena, magnitude(arena, a), magnitude(arena, b));
	return is_negative(a) != is_negative(b) ? bits_neg(arena, q) : q;
}

struct bits bits_srem(struct arena *arena, struct bits a, struct bits b) {
	struct bits r = bits_urem(arena, magnitude(arena, a), magnitude(arena, b));
	return is_negative(a) ? bits_neg(arena, r) : r;
}

/* The amount if it is less than the width, else the width. */
static uint32_t shift_amount(struct bits a, struct bits by) {
	return by.lo < a.width && bits_fits_u64(by) ? (uint32_t)by.lo : a.width;
}

struct bits bits_shl(struct arena *arena, struct bits a, struct bits by) {
	uint32_t k = shift_amount(a, by), skip = k / 64, n = limb_count(a.width);
	if (!a.limb)
		return small(a.width, k < a.width ? a.lo << k : 0);
	uint64_t *at = wide_new(arena, a.width);
	if (k < a.width && k % 64)
		mpn_lshift(limbs(at) + skip, const_limbs(a.limb), n - skip, k % 64);
	else if (k < a.width)
		memcpy(at + skip, a.limb, (n - skip) * sizeof *at);
	return wide(a.width, at);
}

/* Bits low and up of a, as a number of the given width; low < a.width. */
static struct bits wide_slice(struct arena *arena, struct bits a, uint32_t low, uint32_t width) {
	uint32_t skip = low / 64, want = limb_count(width), have = limb_count(a.width);
	uint64_t narrow = 0;
	uint64_t *at = is_small(width) ? &narrow : wide_new(arena, width);
	for (uint32_t i = 0; i < want && skip + i < have; i++) {
		at[i] = a.limb[skip + i] >> (low % 64);
		if (low % 64 && skip + i + 1 < have)
			at[i] |= a.limb[skip + i + 1] << (64 - low % 64);
	}
	return is_small(width) ? small(width, narrow) : wide(width, at);
}

struct bits bits_lshr(struct arena *arena, struct bits a, struct bits by) {
	uint32_t k = shift_amount(a, by);
	if (k == a.width)
		return bits_u64(arena, a.width, 0);
	return a.limb ? wide_slice(arena, a, k, a.width) : small(a.width, a.lo >> k);
}

struct bits bits_ashr(struct arena *arena, struct bits a, struct bits by) {
	if (!is_negative(a))
		return bits_lshr(arena, a, by);
	return bits_not(arena, bits_lshr(arena, bits_not(arena, a), by));
}

struct bits bits_concat(struct arena *arena, struct bits high, struct bits low) {
	uint32_t width = high.width + low.width;
	if (width < high.width)
		BUG("concatenation of %u and %u bits", high.width, low.width);
	if (is_small(width))
		return small(width, low.width < 64 ? high.lo << low.width | low.lo : low.lo);
	uint64_t *at = wide_new(arena, width);
	for (uint32_t i = 0; i < limb_count(low.width); i++)
		at[i] = limb(&low, i);
	uint32_t skip = low.width / 64, by = low.width % 64;
	for (uint32_t i = 0; i < limb_count(high.width); i++) {
		uint64_t x = limb(&high, i);
		at[skip + i] |= x << by;
		if (by && skip + i + 1 < limb_count(width))
			at[skip + i + 1] |= x >> (64 - by);
	}
	return wide(width, at);
}

struct bits bits_extract(struct arena *arena, struct bits a, uint32_t high, uint32_t low) {
	if (low > high || high >= a.width)
		BUG("bits %u to %u of %u", high, low, a.width);
	uint32_t width = high - low + 1;
	return a.limb ? wide_slice(arena, a, low, width) : small(width, a.lo >> low);
}

struct bits bits_zext(struct arena *arena, struct bits a, uint32_t width) {
	if (width < a.width)
		BUG("extension of %u bits to %u", a.width, width);
	if (is_small(width))
		return small(width, a.lo);
	uint64_t *at = wide_new(arena, width);
	for (uint32_t i = 0; i < limb_count(a.width); i++)
		at[i] = limb(&a, i);
	return wide(width, at);
}

struct bits bits_sext(struct arena *arena, struct bits a, uint32_t width) {
	if (!is_negative(a))
		return bits_zext(arena, a, width);
	return bits_not(arena, bits_zext(arena, bits_not(arena, a), width));
}

char *bits_print(struct arena *arena, struct bits a, bool is_signed, int base) {
	bool negative = is_signed && is_negative(a);
	struct bits m = negative ? bits_neg(arena, a) : a;
	if (!m.limb && base == 10)
		return arena_printf(arena, "%s%llu", negative ? "-" : "", (unsigned long long)m.lo);
	mpz_t z;
	mpz_init(z);
	mpz_import(z, limb_count(m.width), -1, sizeof m.lo, 0, 0, m.limb ? m.limb : &m.lo);
	char *at = arena_array(arena, char, mpz_sizeinbase(z, base) + 3);
	at[0] = '-';
	mpz_get_str(at + negative, base, z);
	mpz_clear(z);
	return at;
}
