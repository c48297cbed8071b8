/* util/bits against __int128 up to 128 bits, and against identities beyond. */
#include "util/number/bits.h"

#include <string.h>

#include "tests/unit/check.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

static uint64_t seed = 88172645463325252ULL;

static uint64_t rnd(void) {
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Mostly ordinary numbers, often the ones where carries and signs go wrong. */
static u128 rnd_value(uint32_t w) {
	u128 all = w == 128 ? ~(u128)0 : ((u128)1 << w) - 1;
	u128 high;
	switch (rnd() % 6) {
	case 0: return (rnd() % 3) & all;
	case 1: return all - rnd() % 3 % (all + 1 ? all + 1 : 3);
	case 2: return (((u128)1 << (w - 1)) + rnd() % 2) & all;
	case 3: return (u128)1 << rnd() % w;
	default: high = rnd(); return (high << 64 | rnd()) & all;
	}
}

static struct bits make(struct arena *a, uint32_t w, u128 v) {
	if (w <= 64)
		return bits_u64(a, w, (uint64_t)v);
	struct bits low = bits_u64(a, 64, (uint64_t)v);
	return bits_concat(a, bits_u64(a, w - 64, (uint64_t)(v >> 64)), low);
}

static u128 read(struct bits b) {
	return b.limb ? (u128)b.limb[1] << 64 | b.limb[0] : b.lo;
}

static i128 sign(u128 v, uint32_t w) {
	return (i128)(v << (128 - w)) >> (128 - w);
}

static bool same(struct bits b, uint32_t w, u128 v) {
	u128 all = w == 128 ? ~(u128)0 : ((u128)1 << w) - 1;
	return b.width == w && !b.limb == (w <= 64) && read(b) == (v & all);
}

static u128 sdiv(u128 x, u128 y, uint32_t w) {
	i128 a = sign(x, w), b = sign(y, w);
	if (b == 0)
		return a < 0 ? 1 : ~(u128)0;
	return b == -1 ? -x : (u128)(a / b);
}

static u128 srem(u128 x, u128 y, uint32_t w) {
	i128 a = sign(x, w), b = sign(y, w);
	return b == 0 ? x : b == -1 ? 0 : (u128)(a % b);
}

static void check_arithmetic(struct arena *m, uint32_t w, u128 x, u128 y) {
	struct bits a = make(m, w, x), b = make(m, w, y);
	CHECK(same(a, w, x));
	CHECK(same(bits_not(m, a), w, ~x));
	CHECK(same(bits_neg(m, a), w, -x));
	CHECK(same(bits_and(m, a, b), w, x & y));
	CHECK(same(bits_or(m, a, b), w, x | y));
	CHECK(same(bits_xor(m, a, b), w, x ^ y));
	CHECK(same(bits_add(m, a, b), w, x + y));
	CHECK(same(bits_sub(m, a, b), w, x - y));
	CHECK(same(bits_mul(m, a, b), w, x * y));
	CHECK(same(bits_udiv(m, a, b), w, y ? x / y : ~(u128)0));
	CHECK(same(bits_urem(m, a, b), w, y ? x % y : x));
	CHECK(same(bits_sdiv(m, a, b), w, sdiv(x, y, w)));
	CHECK(same(bits_srem(m, a, b), w, srem(x, y, w)));
	CHECK(bits_ult(a, b) == (x < y));
	CHECK(bits_slt(a, b) == (sign(x, w) < sign(y, w)));
	CHECK(bits_eq(a, b) == (x == y));
	CHECK(bits_is_zero(a) == (x == 0));
	CHECK(bits_is_ones(a) == same(a, w, ~(u128)0));
	CHECK(bits_fits_u64(a) == (x >> 64 == 0));
	CHECK(bits_to_i64(a) == (int64_t)sign(x, w));
	CHECK(x != y || bits_hash(a) == bits_hash(b));
}

static void check_moves(struct arena *m, uint32_t w, u128 x, u128 y) {
	struct bits a = make(m, w, x), by = make(m, w, y);
	CHECK(same(bits_shl(m, a, by), w, y < w ? x << y : 0));
	CHECK(same(bits_lshr(m, a, by), w, y < w ? x >> y : 0));
	CHECK(same(bits_ashr(m, a, by), w, (u128)(sign(x, w) >> (y < w ? y : w - 1))));
	uint32_t low = (uint32_t)(rnd() % w), high = low + (uint32_t)(rnd() % (w - low));
	CHECK(same(bits_extract(m, a, high, low), high - low + 1, x >> low));
	uint32_t wide = w + (uint32_t)(rnd() % (129 - w));
	CHECK(same(bits_zext(m, a, wide), wide, x));
	CHECK(same(bits_sext(m, a, wide), wide, (u128)sign(x, w)));
	uint32_t cut = (uint32_t)(rnd() % w);
	if (cut)
		CHECK(bits_eq(
		    bits_concat(m, bits_extract(m, a, w - 1, cut), bits_extract(m, a, cut - 1, 0)), a));
	uint32_t lead = 0, trail = 0;
	while (lead < w && !bits_test(a, w - 1 - lead))
		lead++;
	while (trail < w && !bits_test(a, trail))
		trail++;
	CHECK(bits_clz(a) == lead && bits_ctz(a) == trail);
	for (int base = 2; base <= 16; base += base == 2 ? 6 : base == 8 ? 2 : 6) {
		CHECK(bits_eq(bits_parse(m, w, bits_print(m, a, false, base), base), a));
		CHECK(bits_eq(bits_parse(m, w, bits_print(m, a, true, base), base), a));
	}
}

/* Beyond 128 bits: x = q*y + r, shifts are products, and so on. */
static struct bits rnd_wide(struct arena *m, uint32_t w) {
	struct bits b = bits_u64(m, 1, rnd());
	while (b.width < w) {
		uint32_t n = w - b.width < 64 ? w - b.width : 64;
		b = bits_concat(m, b, bits_u64(m, n, rnd() % 4 ? rnd() : rnd() % 2 ? 0 : UINT64_MAX));
	}
	return b;
}

static void check_identities(struct arena *m, uint32_t w) {
	struct bits x = rnd_wide(m, w), y = rnd_wide(m, w), one = bits_u64(m, w, 1);
	if (rnd() % 2)
		y = bits_lshr(m, y, bits_u64(m, w, rnd() % w));
	CHECK(bits_eq(bits_sub(m, bits_add(m, x, y), y), x));
	CHECK(bits_eq(bits_neg(m, x), bits_add(m, bits_not(m, x), one)));
	CHECK(bits_eq(bits_add(m, bits_mul(m, bits_udiv(m, x, y), y), bits_urem(m, x, y)), x) ||
	      bits_is_zero(y));
	CHECK(bits_eq(bits_add(m, bits_mul(m, bits_sdiv(m, x, y), y), bits_srem(m, x, y)), x) ||
	      bits_is_zero(y));
	CHECK(bits_is_zero(y) || bits_ult(bits_urem(m, x, y), y));
	struct bits k = bits_u64(m, w, rnd() % w), power = bits_shl(m, one, k);
	CHECK(bits_eq(bits_shl(m, x, k), bits_mul(m, x, power)));
	CHECK(bits_eq(bits_lshr(m, x, k), bits_udiv(m, x, power)));
	CHECK(bits_eq(bits_xor(m, x, y), bits_sub(m, bits_or(m, x, y), bits_and(m, x, y))));
	CHECK(bits_slt(x, y) == bits_ult(bits_sext(m, x, w + 70), bits_sext(m, y, w + 70)) ||
	      bits_test(x, w - 1) != bits_test(y, w - 1));
	CHECK(bits_eq(bits_extract(m, bits_sext(m, x, w + 70), w - 1, 0), x));
	CHECK(bits_eq(bits_parse(m, w, bits_print(m, x, true, 10), 10), x));
	CHECK(bits_eq(bits_copy(m, x), x) && bits_hash(bits_copy(m, x)) == bits_hash(x));
	uint32_t n = (uint32_t)bits_ctz(power);
	CHECK(n == k.lo && bits_clz(power) == w - 1 - n);
}

static void check_text(struct arena *m) {
	CHECK(!strcmp(bits_print(m, bits_i64(m, 8, -1), true, 10), "-1"));
	CHECK(!strcmp(bits_print(m, bits_i64(m, 8, -128), true, 10), "-128"));
	CHECK(!strcmp(bits_print(m, bits_i64(m, 8, -1), false, 16), "ff"));
	CHECK(!strcmp(bits_print(m, bits_ones(m, 128), false, 10),
	              "340282366920938463463374607431768211455"));
	CHECK(!strcmp(bits_print(m, bits_u64(m, 200, 0), true, 2), "0"));
	CHECK(bits_parse(m, 8, "300", 10).lo == 44);
	CHECK(bits_is_ones(bits_parse(m, 100, "-1", 10)));
	CHECK(bits_is_zero(bits_parse(m, 64, "18446744073709551616", 10)));
}

int main(void) {
	struct arena *m = arena_open();
	for (int i = 0; i < 4000; i++) {
		struct arena_mark mark = arena_mark(m);
		uint32_t w = i % 4 ? 1 + (uint32_t)(rnd() % 128) : (uint32_t[]){8, 32, 64, 128}[rnd() % 4];
		u128 left = rnd_value(w), right = rnd_value(w);
		check_arithmetic(m, w, left, right);
		u128 by = rnd() % 2 ? rnd_value(w) : rnd_value(w) % (w + 1);
		check_moves(m, w, rnd_value(w), by);
		check_identities(m, 65 + (uint32_t)(rnd() % 500));
		arena_release(m, mark);
	}
	check_text(m);
	arena_close(m);
	return check_done("bits");
}
