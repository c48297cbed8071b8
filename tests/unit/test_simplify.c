/* The rules of the constructors, one by one: what must come out, not only that it is equal
 * (that is the business of fuzz_term). */
#include <string.h>

#include "solvers/term/term.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;
static term x, y, z, b8, c8, p, q, r;

static term k(uint64_t v) {
	return term_u64(ts, 32, v);
}

static term kw(uint32_t w, uint64_t v) {
	return term_u64(ts, w, v);
}

static term var(uint32_t w, const char *name) {
	return term_var(ts, sort_bv(w), name);
}

static bool same(term a, term b) {
	if (!term_eq(a, b))
		fprintf(stderr, "  got      %s\n  expected %s\n", term_print(ts, arena, a),
		        term_print(ts, arena, b));
	return term_eq(a, b);
}

#define SAME(a, b) CHECK(same((a), (b)))
#define TRUE(a)    CHECK(same((a), term_true(ts)))
#define FALSE(a)   CHECK(same((a), term_false(ts)))

static term not(term a) {
	return term_not(ts, a);
}

static term both(term a, term b) {
	return term_and(ts, a, b);
}

static term either(term a, term b) {
	return term_or(ts, a, b);
}

static term ite(term c, term a, term b) {
	return term_ite(ts, c, a, b);
}

static term eq(term a, term b) {
	return term_equal(ts, a, b);
}

static term ult(term a, term b) {
	return term_ult(ts, a, b);
}

static term slt(term a, term b) {
	return term_slt(ts, a, b);
}

static term add(term a, term b) {
	return term_add(ts, a, b);
}

static term cat(term a, term b) {
	return term_concat(ts, a, b);
}

static term cut(term a, uint32_t high, uint32_t low) {
	return term_extract(ts, a, high, low);
}

static void test_and_or(void) {
	term t = term_true(ts), f = term_false(ts);
	SAME(both(p, t), p);
	FALSE(both(p, f));
	SAME(either(p, f), p);
	TRUE(either(p, t));
	SAME(both(p, p), p);
	FALSE(both(p, not(p)));
	TRUE(either(p, not(p)));
	SAME(not(not(p)), p);
	SAME(both(p, q), both(q, p));
	SAME(not(both(p, q)), either(not(p), not(q)));
	SAME(both(p, either(p, q)), p);
	SAME(either(p, both(p, q)), p);
	SAME(both(p, either(not(p), q)), both(p, q));
	SAME(either(p, both(not(p), q)), either(p, q));
	SAME(either(both(p, q), both(p, not(q))), p);
	SAME(both(either(p, q), either(p, not(q))), p);
	SAME(either(both(p, q), both(p, r)), both(p, either(q, r)));
	SAME(both(both(p, q), p), both(p, q));
	FALSE(both(both(p, q), not(p)));
	FALSE(both(both(p, q), both(r, not(q))));
	SAME(both(both(p, q), not(both(p, r))), both(both(p, q), not(r)));
	SAME(term_implies(ts, p, p), t);
	SAME(term_xor(ts, p, f), p);
	SAME(term_xor(ts, p, t), not(p));
	SAME(eq(p, not(q)), not(eq(p, q)));
	FALSE(eq(p, not(p)));
	SAME(eq(p, both(p, q)), either(not(p), q));
}

static void test_long_conjunction(void) {
	term all = p;
	char name[16];
	for (int i = 0; i < 10; i++) {
		snprintf(name, sizeof name, "c%d", i);
		all = both(all, term_var(ts, sort_bool(), name));
	}
	SAME(both(all, p), all);
	FALSE(both(all, not(p)));
	SAME(ite(all, ite(p, x, y), z), ite(all, x, z));
}

static void test_known_atoms(void) {
	FALSE(both(eq(x, k(1)), eq(x, k(2))));
	SAME(both(eq(x, k(1)), not(eq(x, k(2)))), eq(x, k(1)));
	SAME(both(ult(x, k(5)), ult(x, k(9))), ult(x, k(5)));
	FALSE(both(ult(x, k(5)), not(ult(x, k(5)))));
	FALSE(both(ult(x, k(5)), not(ult(x, k(9)))));
	FALSE(both(slt(x, k(5)), eq(x, k(5))));
	SAME(both(eq(x, k(7)), slt(x, k(9))), eq(x, k(7)));
	FALSE(both(slt(x, term_i64(ts, 32, -3)), not(slt(x, k(4)))));
	SAME(ite(eq(x, k(1)), ite(eq(x, k(2)), y, z), y), ite(eq(x, k(1)), z, y));
	SAME(ite(ult(x, k(9)), y, ite(ult(x, k(5)), x, z)), ite(ult(x, k(9)), y, z));
}

static void test_ite(void) {
	term t = term_true(ts), f = term_false(ts);
	SAME(ite(t, x, y), x);
	SAME(ite(f, x, y), y);
	SAME(ite(p, x, x), x);
	SAME(ite(not(p), x, y), ite(p, y, x));
	SAME(ite(p, ite(p, x, y), z), ite(p, x, z));
	SAME(ite(p, x, ite(p, y, z)), ite(p, x, z));
	SAME(ite(both(p, q), ite(p, x, y), z), ite(both(p, q), x, z));
	SAME(ite(either(p, q), x, ite(p, y, z)), ite(either(p, q), x, z));
	SAME(ite(p, ite(q, x, y), y), ite(both(p, q), x, y));
	SAME(ite(p, ite(q, x, y), x), ite(both(p, not(q)), y, x));
	SAME(ite(p, x, ite(q, x, y)), ite(either(p, q), x, y));
	SAME(ite(p, x, ite(q, y, x)), ite(either(p, not(q)), x, y));
	SAME(ite(p, t, q), either(p, q));
	SAME(ite(p, f, q), both(not(p), q));
	SAME(ite(p, q, t), either(not(p), q));
	SAME(ite(p, q, f), both(p, q));
	SAME(ite(p, t, f), p);
	SAME(ite(p, f, t), not(p));
	SAME(ite(p, p, q), either(p, q));
	SAME(ite(p, q, p), both(p, q));
	SAME(ite(p, q, not(q)), eq(p, q));
	SAME(ite(p, term_zext(ts, b8, 32), k(5)), term_zext(ts, ite(p, b8, kw(8, 5)), 32));
	SAME(ite(p, term_sext(ts, b8, 32), term_sext(ts, c8, 32)), term_sext(ts, ite(p, b8, c8), 32));
}

static void test_flags(void) {
	term flag = ite(p, k(1), k(0)), other = ite(q, k(1), k(0));
	SAME(term_is_nonzero(ts, flag), p);
	SAME(term_is_zero(ts, flag), not(p));
	SAME(eq(flag, k(1)), p);
	FALSE(eq(flag, k(2)));
	SAME(slt(k(0), flag), p);
	SAME(ult(flag, k(1)), not(p));
	TRUE(ult(flag, k(2)));
	SAME(eq(flag, other), eq(p, q));
	SAME(term_bvand(ts, flag, other), ite(both(p, q), k(1), k(0)));
	SAME(term_bvor(ts, flag, other), ite(either(p, q), k(1), k(0)));
	SAME(term_bvxor(ts, flag, other), ite(term_xor(ts, p, q), k(1), k(0)));
	SAME(term_bvxor(ts, flag, k(1)), ite(p, k(0), k(1)));
	SAME(term_is_nonzero(ts, term_zext(ts, term_bool_to_bv(ts, p, 8), 32)), p);
	SAME(term_is_nonzero(ts,
	                     term_is_nonzero(ts, x).ix ? ite(term_is_nonzero(ts, x), k(1), k(0)) : x),
	     term_is_nonzero(ts, x));
	SAME(add(flag, k(41)), ite(p, k(42), k(41)));
	SAME(add(flag, ite(p, k(10), k(20))), ite(p, k(11), k(20)));
	SAME(term_neg(ts, flag), ite(p, term_i64(ts, 32, -1), k(0)));
	SAME(cut(flag, 7, 0), ite(p, kw(8, 1), kw(8, 0)));
}

static void test_const_trees(void) {
	term tree = ite(p, k(1), ite(q, k(2), k(3)));
	SAME(eq(tree, k(1)), p);
	SAME(eq(tree, k(2)), both(not(p), q));
	FALSE(eq(tree, k(9)));
	TRUE(ult(tree, k(4)));
	SAME(ult(tree, k(2)), p);
	SAME(add(tree, k(1)), ite(p, k(2), ite(q, k(3), k(4))));
	SAME(eq(ite(p, k(1), x), k(2)), both(not(p), eq(x, k(2))));
	SAME(eq(ite(p, k(1), x), k(1)), either(p, eq(x, k(1))));
	SAME(ult(ite(p, x, k(3)), k(9)), either(not(p), ult(x, k(9))));
	SAME(eq(ite(p, x, y), x), either(p, eq(x, y)));
	SAME(eq(ite(p, k(1), x), ite(p, k(2), y)), both(not(p), eq(x, y)));
}

static void test_sums(void) {
	SAME(add(x, k(0)), x);
	SAME(term_sub(ts, add(x, k(1)), k(1)), x);
	SAME(add(add(x, k(1)), k(2)), add(x, k(3)));
	SAME(add(add(x, k(1)), y), add(add(x, y), k(1)));
	SAME(term_sub(ts, x, x), k(0));
	SAME(add(x, term_neg(ts, x)), k(0));
	SAME(term_sub(ts, add(x, y), y), x);
	SAME(term_sub(ts, x, add(x, y)), term_neg(ts, y));
	SAME(term_sub(ts, add(x, k(8)), add(x, k(3))), k(5));
	SAME(term_neg(ts, term_neg(ts, x)), x);
	SAME(term_neg(ts, add(x, k(5))), term_sub(ts, term_i64(ts, 32, -5), x));
	SAME(term_neg(ts, term_bvnot(ts, x)), add(x, k(1)));
	SAME(add(term_bvnot(ts, x), k(1)), term_neg(ts, x));
	SAME(add(x, term_bvnot(ts, x)), term_i64(ts, 32, -1));
	SAME(add(x, x), term_mul(ts, x, k(2)));
	SAME(add(term_mul(ts, x, k(3)), x), term_mul(ts, x, k(4)));
	SAME(add(term_shl(ts, x, k(8)), term_zext(ts, b8, 32)), cat(cut(x, 23, 0), b8));
	SAME(eq(add(x, k(3)), k(5)), eq(x, k(2)));
	SAME(eq(add(x, k(3)), add(y, k(3))), eq(x, y));
	SAME(eq(add(x, k(3)), add(y, k(5))), eq(x, add(y, k(2))));
	FALSE(eq(add(x, k(3)), x));
	SAME(eq(add(x, y), x), eq(y, k(0)));
	SAME(eq(add(x, y), add(x, z)), eq(y, z));
	SAME(eq(term_neg(ts, x), k(1)), eq(x, term_i64(ts, 32, -1)));
	SAME(eq(term_bvnot(ts, x), k(0)), eq(x, term_i64(ts, 32, -1)));
	/* What both sides have in common cancels, in whatever order they were added. */
	TRUE(eq(term_sub(ts, add(x, y), z), add(term_sub(ts, x, z), y)));
	FALSE(eq(term_sub(ts, add(add(x, k(1)), y), z), add(term_sub(ts, x, z), y)));
	SAME(eq(add(add(x, y), z), add(add(z, k(3)), x)), eq(y, k(3)));
	SAME(eq(term_sub(ts, add(x, y), z), x), eq(y, z));
}

static void test_products(void) {
	SAME(term_mul(ts, x, k(0)), k(0));
	SAME(term_mul(ts, x, k(1)), x);
	SAME(term_mul(ts, x, k(8)), term_shl(ts, x, k(3)));
	SAME(term_mul(ts, x, k(8)), cat(cut(x, 28, 0), kw(3, 0)));
	SAME(term_mul(ts, x, term_i64(ts, 32, -1)), term_neg(ts, x));
	SAME(term_mul(ts, term_mul(ts, x, k(3)), k(5)), term_mul(ts, x, k(15)));
	SAME(term_mul(ts, add(x, k(1)), k(12)), add(term_mul(ts, x, k(12)), k(12)));
	SAME(term_mul(ts, add(x, k(1)), k(4)), add(term_mul(ts, x, k(4)), k(4)));
	SAME(eq(term_mul(ts, x, k(3)), k(21)), eq(x, k(7)));
	SAME(eq(term_mul(ts, x, k(4)), k(8)), eq(cut(x, 29, 0), kw(30, 2)));
	FALSE(eq(term_mul(ts, x, k(4)), k(9)));
	SAME(ult(term_mul(ts, x, k(4)), k(40)), ult(cut(x, 29, 0), kw(30, 10)));
	SAME(term_udiv(ts, x, k(1)), x);
	SAME(term_udiv(ts, x, k(8)), term_lshr(ts, x, k(3)));
	SAME(term_urem(ts, x, k(8)), term_bvand(ts, x, k(7)));
	SAME(term_urem(ts, x, k(1)), k(0));
	SAME(term_urem(ts, x, x), k(0));
	SAME(term_udiv(ts, x, k(0)), term_i64(ts, 32, -1));
	SAME(term_urem(ts, x, k(0)), x);
	SAME(term_sdiv(ts, x, k(1)), x);
	SAME(term_sdiv(ts, x, term_i64(ts, 32, -1)), term_neg(ts, x));
	SAME(term_srem(ts, x, term_i64(ts, 32, -1)), k(0));
	term wide = term_zext(ts, b8, 32);
	SAME(term_udiv(ts, wide, k(10)), term_zext(ts, term_udiv(ts, b8, kw(8, 10)), 32));
	SAME(term_srem(ts, wide, k(10)), term_zext(ts, term_urem(ts, b8, kw(8, 10)), 32));
	SAME(term_udiv(ts, wide, k(300)), k(0));
	FALSE(eq(term_urem(ts, x, k(10)), k(10)));
}

static void test_bitwise(void) {
	term ones = term_i64(ts, 32, -1), n = term_bvnot(ts, x);
	SAME(term_bvand(ts, x, k(0)), k(0));
	SAME(term_bvand(ts, x, ones), x);
	SAME(term_bvor(ts, x, ones), ones);
	SAME(term_bvxor(ts, x, ones), n);
	SAME(term_bvnot(ts, n), x);
	SAME(term_bvand(ts, x, n), k(0));
	SAME(term_bvor(ts, x, n), ones);
	SAME(term_bvxor(ts, x, n), ones);
	SAME(term_bvxor(ts, x, x), k(0));
	SAME(term_bvxor(ts, term_bvxor(ts, x, y), y), x);
	SAME(term_bvand(ts, x, term_bvor(ts, x, y)), x);
	SAME(term_bvor(ts, x, term_bvand(ts, x, y)), x);
	SAME(term_bvand(ts, x, k(255)), term_zext(ts, cut(x, 7, 0), 32));
	SAME(term_bvand(ts, x, k(0xff00)), term_zext(ts, cat(cut(x, 15, 8), kw(8, 0)), 32));
	/* Set, clear and test flags. */
	term set = term_bvor(ts, x, k(4)), clear = term_bvand(ts, x, k(~4u));
	TRUE(term_is_nonzero(ts, term_bvand(ts, set, k(4))));
	FALSE(term_is_nonzero(ts, term_bvand(ts, clear, k(4))));
	SAME(term_bvand(ts, set, k(8)), term_bvand(ts, x, k(8)));
	SAME(term_bvand(ts, set, k(~4u)), clear);
	/* Put a byte into a bit-field and read it back. */
	term field =
	    term_bvor(ts, term_bvand(ts, x, k(0xffff00ff)), term_shl(ts, term_zext(ts, b8, 32), k(8)));
	SAME(field, cat(cut(x, 31, 16), cat(b8, cut(x, 7, 0))));
	SAME(term_bvand(ts, term_lshr(ts, field, k(8)), k(255)), term_zext(ts, b8, 32));
	SAME(eq(term_bvor(ts, x, y), k(0)), both(eq(x, k(0)), eq(y, k(0))));
	SAME(eq(term_bvxor(ts, x, k(5)), k(4)), eq(x, k(1)));
}

static void test_shifts(void) {
	SAME(term_shl(ts, x, k(0)), x);
	SAME(term_shl(ts, x, k(32)), k(0));
	SAME(term_lshr(ts, x, k(32)), k(0));
	SAME(term_ashr(ts, x, k(31)), term_ashr(ts, x, k(99)));
	SAME(term_lshr(ts, term_lshr(ts, x, k(3)), k(4)), term_lshr(ts, x, k(7)));
	SAME(term_shl(ts, term_shl(ts, x, k(3)), k(4)), term_shl(ts, x, k(7)));
	SAME(term_ashr(ts, term_ashr(ts, x, k(3)), k(4)), term_ashr(ts, x, k(7)));
	SAME(term_lshr(ts, term_shl(ts, x, k(24)), k(24)), term_bvand(ts, x, k(255)));
	SAME(term_ashr(ts, term_shl(ts, x, k(24)), k(24)), term_sext(ts, cut(x, 7, 0), 32));
	SAME(term_shl(ts, k(0), x), k(0));
}

static void test_slices(void) {
	SAME(cut(x, 31, 0), x);
	SAME(cut(cut(x, 23, 8), 7, 0), cut(x, 15, 8));
	SAME(cut(cat(x, y), 31, 0), y);
	SAME(cut(cat(x, y), 63, 32), x);
	SAME(cut(cat(x, y), 39, 24), cat(cut(x, 7, 0), cut(y, 31, 24)));
	SAME(cut(term_zext(ts, b8, 32), 7, 0), b8);
	SAME(cut(term_zext(ts, b8, 32), 31, 8), kw(24, 0));
	SAME(cut(term_zext(ts, b8, 32), 11, 4), term_zext(ts, cut(b8, 7, 4), 8));
	SAME(cut(term_sext(ts, b8, 32), 7, 0), b8);
	SAME(cut(term_sext(ts, b8, 32), 15, 0), term_sext(ts, b8, 16));
	SAME(cat(cut(x, 31, 8), cut(x, 7, 0)), x);
	SAME(cat(cut(x, 31, 24), cat(cut(x, 23, 16), cat(cut(x, 15, 8), cut(x, 7, 0)))), x);
	SAME(cat(cat(cat(cut(x, 31, 24), cut(x, 23, 16)), cut(x, 15, 8)), cut(x, 7, 0)), x);
	SAME(cat(kw(24, 0), b8), term_zext(ts, b8, 32));
	SAME(cat(kw(8, 1), cat(kw(8, 2), b8)), cat(kw(16, 0x102), b8));
	SAME(term_zext(ts, term_zext(ts, b8, 16), 32), term_zext(ts, b8, 32));
	SAME(term_sext(ts, term_sext(ts, b8, 16), 32), term_sext(ts, b8, 32));
	SAME(term_sext(ts, term_zext(ts, b8, 16), 32), term_zext(ts, b8, 32));
	SAME(cut(add(term_zext(ts, b8, 32), term_zext(ts, c8, 32)), 7, 0), add(b8, c8));
	SAME(cut(add(term_sext(ts, b8, 32), k(1)), 7, 0), add(b8, kw(8, 1)));
	/* Bytes of words of all kinds find together again. */
	term word[] = {x,
	               add(term_sext(ts, b8, 32), k(1)),
	               term_sext(ts, b8, 32),
	               term_zext(ts, b8, 32),
	               ite(p, x, k(77)),
	               ite(p, k(0x01020304), k(0x05060708)),
	               ite(p, cat(b8, cut(x, 23, 0)), y),
	               term_mul(ts, term_zext(ts, b8, 32), k(3))};
	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		term w = word[i], low = cut(w, 7, 0);
		for (uint32_t j = 8; j < 32; j += 8)
			low = cat(cut(w, j + 7, j), low);
		SAME(low, w);
	}
}

static void test_comparisons(void) {
	FALSE(ult(x, x));
	FALSE(ult(x, k(0)));
	SAME(ult(x, k(1)), eq(x, k(0)));
	SAME(ult(k(0), x), not(eq(x, k(0))));
	FALSE(ult(term_i64(ts, 32, -1), x));
	SAME(not(ult(k(9), x)), ult(x, k(10)));
	SAME(term_ule(ts, x, k(9)), ult(x, k(10)));
	SAME(term_sle(ts, k(3), x), not(slt(x, k(3))));
	FALSE(slt(x, term_u64(ts, 32, 0x80000000)));
	term zx = term_zext(ts, b8, 32), sx = term_sext(ts, b8, 32), zy = term_zext(ts, c8, 32);
	TRUE(ult(zx, k(256)));
	TRUE(slt(zx, k(256)));
	FALSE(slt(zx, k(0)));
	SAME(slt(zx, k(10)), ult(b8, kw(8, 10)));
	SAME(slt(sx, k(10)), slt(b8, kw(8, 10)));
	TRUE(slt(sx, k(128)));
	FALSE(slt(sx, term_i64(ts, 32, -128)));
	SAME(ult(sx, k(1000)), not(slt(b8, kw(8, 0))));
	SAME(slt(zx, zy), ult(b8, c8));
	FALSE(eq(zx, k(256)));
	SAME(eq(zx, k(7)), eq(b8, kw(8, 7)));
	FALSE(eq(sx, k(200)));
	SAME(eq(sx, term_i64(ts, 32, -2)), eq(b8, kw(8, 254)));
	SAME(eq(zx, zy), eq(b8, c8));
	term bit = var(1, "bit");
	SAME(eq(bit, kw(1, 0)), not(eq(bit, kw(1, 1))));
}

/* Checks of C: array bounds and overflow. */
static void test_ranges(void) {
	term zx = term_zext(ts, b8, 32), zy = term_zext(ts, c8, 32), sx = term_sext(ts, b8, 32);
	TRUE(ult(add(zx, zy), k(511)));
	TRUE(slt(term_mul(ts, sx, sx), k(20000)));
	FALSE(slt(add(zx, zy), k(0)));
	FALSE(eq(add(zx, zy), k(600)));
	FALSE(eq(term_urem(ts, x, k(10)), add(zx, k(10))));
	TRUE(slt(term_srem(ts, x, k(10)), k(10)));
	TRUE(slt(term_i64(ts, 32, -10), term_srem(ts, x, k(10))));
	TRUE(ult(term_udiv(ts, x, k(10)), k(429496730)));
	TRUE(ult(term_bvand(ts, x, k(0x55)), k(0x56)));
}

static term fits(term wide, uint32_t w, bool is_signed) {
	term low = cut(wide, w - 1, 0);
	uint32_t n = term_width(ts, wide);
	return eq(wide, is_signed ? term_sext(ts, low, n) : term_zext(ts, low, n));
}

static void test_overflow(void) {
	term max = k(0x7fffffff), sx = term_sext(ts, x, 33),
	     sb = term_sext(ts, term_sext(ts, b8, 32), 33);
	SAME(fits(add(sx, kw(33, 1)), 32, true), slt(x, max));
	SAME(fits(add(sx, term_i64(ts, 33, -1)), 32, true), not(eq(x, k(0x80000000))));
	SAME(fits(add(sx, kw(33, 5)), 32, true), slt(x, k(0x7ffffffb)));
	SAME(fits(add(term_zext(ts, x, 33), kw(33, 5)), 32, false), ult(x, k(0xfffffffb)));
	TRUE(fits(add(sb, kw(33, 1)), 32, true));
	TRUE(fits(term_mul(ts, term_sext(ts, b8, 64), term_sext(ts, c8, 64)), 32, true));
	TRUE(fits(term_neg(ts, sb), 32, true));
	SAME(cut(term_sub(ts, sx, term_sext(ts, y, 33)), 31, 0), term_sub(ts, x, y));
	/* A loop counter that was tested does not overflow, and indexes its array. */
	term path = both(not(slt(x, k(0))), slt(x, k(10)));
	FALSE(both(path, not(fits(add(sx, kw(33, 1)), 32, true))));
	term offset = term_mul(ts, term_sext(ts, x, 64), kw(64, 4));
	FALSE(both(path, not(ult(offset, kw(64, 40)))));
	FALSE(both(ult(x, k(10)), not(slt(x, k(10)))));
	FALSE(both(path, eq(x, k(10))));
	SAME(both(both(not(ult(x, k(3))), ult(x, k(4))), eq(x, k(3))),
	     both(not(ult(x, k(3))), ult(x, k(4))));
}

/* Pointers: (object, offset). */
static void test_pointers(void) {
	term o1 = k(11), o2 = k(12), i = var(64, "i"), j = var(64, "j");
	term ptr = ite(p, cat(o1, i), cat(o2, j)), null = kw(96, 0);
	SAME(cut(ptr, 95, 64), ite(p, o1, o2));
	SAME(cut(ptr, 63, 0), ite(p, i, j));
	SAME(eq(cut(ptr, 95, 64), o1), p);
	FALSE(eq(ptr, null));
	SAME(eq(ptr, cat(o1, j)), both(p, eq(i, j)));
	SAME(ite(p, cat(o1, i), cat(o1, j)), cat(o1, ite(p, i, j)));
	SAME(eq(cat(o1, i), cat(o1, j)), eq(i, j));
	FALSE(eq(cat(o1, i), cat(o2, j)));
	SAME(eq(cat(x, i), cat(o1, kw(64, 8))), both(eq(x, o1), eq(i, kw(64, 8))));
	term three = ite(q, ptr, cat(k(13), kw(64, 0)));
	SAME(eq(cut(three, 95, 64), k(13)), not(q));
	SAME(eq(cut(three, 95, 64), o2), both(q, not(p)));
	SAME(cut(ite(q, ptr, null), 95, 64), ite(q, ite(p, o1, o2), k(0)));
}

static void test_arrays(void) {
	term a = term_var(ts, sort_array(32, 8), "a"), zero = term_const_array(ts, 32, kw(8, 0));
	SAME(term_select(ts, zero, x), kw(8, 0));
	SAME(term_select(ts, term_store(ts, a, x, b8), x), b8);
	term s = a;
	for (uint64_t i = 0; i < 100; i++)
		s = term_store(ts, s, k(i * 7 % 100), kw(8, i));
	for (uint64_t i = 0; i < 100; i++)
		SAME(term_select(ts, s, k(i * 7 % 100)), kw(8, i));
	SAME(term_select(ts, s, k(100)), term_select(ts, a, k(100)));
	term up = term_store(ts, term_store(ts, a, k(1), b8), k(2), c8);
	SAME(term_store(ts, term_store(ts, a, k(2), c8), k(1), b8), up);
	SAME(term_store(ts, up, k(1), b8), up);
	SAME(term_store(ts, term_store(ts, a, x, b8), x, c8), term_store(ts, a, x, c8));
	SAME(term_store(ts, a, x, term_select(ts, a, x)), a);
	SAME(term_store(ts, zero, k(5), kw(8, 0)), zero);
	SAME(term_select(ts, term_store(ts, a, add(x, k(1)), b8), add(x, k(2))),
	     term_select(ts, a, add(x, k(2))));
	SAME(term_select(ts, ite(p, term_store(ts, a, x, b8), term_store(ts, zero, x, c8)), x),
	     ite(p, b8, c8));
	SAME(ite(p, term_store(ts, a, x, b8), a),
	     term_store(ts, a, x, ite(p, b8, term_select(ts, a, x))));
	SAME(ite(p, term_store(ts, a, x, b8), term_store(ts, a, x, c8)),
	     term_store(ts, a, x, ite(p, b8, c8)));
	TRUE(eq(a, a));
}

/* Work per call is bounded: these shapes double at every level for a careless simplifier. */
static void test_bounded(void) {
	term t = x, s = var(8, "s");
	for (int i = 0; i < 200; i++) {
		char name[16];
		snprintf(name, sizeof name, "d%d", i);
		term d = term_var(ts, sort_bool(), name);
		t = ite(d, add(t, t), term_mul(ts, t, t));
		s = ite(d, s, term_bvnot(ts, s));
		CHECK(term_width(ts, cut(t, 7, 0)) == 8);
		CHECK(term_kind(ts, eq(t, k(5))) != TERM_CONST);
		CHECK(term_width(ts, cat(cut(t, 15, 8), cut(t, 7, 0))) == 16);
		CHECK(term_width(ts, cut(term_zext(ts, s, 32), 7, 0)) == 8);
	}
	CHECK(terms_count(ts) < 200000);
}

int main(void) {
	ts = terms_open();
	arena = arena_open();
	x = var(32, "x");
	y = var(32, "y");
	z = var(32, "z");
	b8 = var(8, "b");
	c8 = var(8, "c");
	p = term_var(ts, sort_bool(), "p");
	q = term_var(ts, sort_bool(), "q");
	r = term_var(ts, sort_bool(), "r");
	test_and_or();
	test_long_conjunction();
	test_known_atoms();
	test_ite();
	test_flags();
	test_const_trees();
	test_sums();
	test_products();
	test_bitwise();
	test_shifts();
	test_slices();
	test_comparisons();
	test_ranges();
	test_overflow();
	test_pointers();
	test_arrays();
	test_bounded();
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("simplify");
}
