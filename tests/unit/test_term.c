/* The term table: sharing, sorts, constants of all widths, names, text; deep terms everywhere. */
#include "solvers/term/term.h"

#include <string.h>

#include "solvers/term/eval.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;

static bool prints(term t, const char *text) {
	char *got = term_print(ts, arena, t);
	if (strcmp(got, text))
		fprintf(stderr, "printed %s\n", got);
	return !strcmp(got, text);
}

static void test_sharing(void) {
	term x = term_var(ts, sort_bv(32), "x"), y = term_var(ts, sort_bv(32), "y");
	CHECK(term_eq(x, term_var(ts, sort_bv(32), "x")));
	CHECK(!term_eq(x, y));
	CHECK(!term_eq(x, term_var(ts, sort_bv(16), "x")));
	CHECK(term_eq(term_add(ts, x, y), term_add(ts, y, x)));
	CHECK(!term_eq(term_udiv(ts, x, y), term_udiv(ts, y, x)));
	uint32_t n = terms_count(ts);
	for (int i = 0; i < 100; i++)
		term_mul(ts, term_add(ts, x, y), term_bvxor(ts, x, y));
	CHECK(terms_count(ts) <= n + 2);
}

static void test_fresh(void) {
	term taken = term_var(ts, sort_bool(), "f!1");
	term a = term_fresh(ts, sort_bool(), "f"), b = term_fresh(ts, sort_bool(), "f");
	CHECK(!term_eq(a, b) && !term_eq(a, taken) && !term_eq(b, taken));
	CHECK(strcmp(term_name(ts, a), term_name(ts, b)) != 0);
	CHECK(term_eq(a, term_var(ts, sort_bool(), term_name(ts, a))));
}

static void test_constants(void) {
	CHECK(term_eq(term_u64(ts, 8, 300), term_u64(ts, 8, 44)));
	CHECK(term_eq(term_i64(ts, 8, -1), term_u64(ts, 8, 255)));
	CHECK(term_eq(term_i64(ts, 128, -1), term_const(ts, bits_ones(arena, 128))));
	CHECK(!term_eq(term_u64(ts, 128, 1), term_u64(ts, 129, 1)));
	CHECK(!term_eq(term_u64(ts, 1, 1), term_true(ts)));
	struct bits b = bits_parse(arena, 100, "deadbeefcafebabe012345678", 16);
	term t = term_const(ts, b);
	CHECK(bits_eq(term_bits(ts, t), b));
	CHECK(term_eq(t, term_const(ts, bits_copy(arena, b))));
	uint64_t v;
	CHECK(!term_get_u64(ts, t, &v));
	CHECK(term_get_u64(ts, term_u64(ts, 100, 7), &v) && v == 7);
	CHECK(term_get_u64(ts, term_u64(ts, 64, UINT64_MAX), &v) && v == UINT64_MAX);
	CHECK(!term_get_u64(ts, term_var(ts, sort_bv(8), "x"), &v));
	CHECK(!term_get_u64(ts, term_true(ts), &v));
	for (uint32_t w = 1; w < 200; w++) { /* many at once: the table grows meanwhile */
		CHECK(term_eq(term_u64(ts, w, 1),
		              term_bvnot(ts, term_sub(ts, term_i64(ts, w, -1), term_u64(ts, w, 1)))));
		CHECK(term_width(ts, term_u64(ts, w, 1)) == w);
	}
}

static void test_sorts(void) {
	struct sort a = sort_array(32, 8);
	term m = term_var(ts, a, "m");
	CHECK(sort_eq(term_sort(ts, m), a));
	CHECK(!sort_eq(a, sort_array(32, 9)) && !sort_eq(a, sort_bv(32)));
	CHECK(sort_eq(sort_bool(), term_sort(ts, term_true(ts))));
	CHECK(term_width(ts, term_select(ts, m, term_u64(ts, 32, 0))) == 8);
	term x = term_var(ts, sort_bv(32), "x");
	term e = term_extract(ts, x, 15, 8);
	CHECK(term_kind(ts, e) == TERM_EXTRACT && term_high(ts, e) == 15 && term_low(ts, e) == 8);
	CHECK(term_nargs(ts, e) == 1 && term_eq(term_arg(ts, e, 0), x));
	CHECK(term_width(ts, e) == 8);
}

static void test_print(void) {
	term x = term_var(ts, sort_bv(32), "x"), c = term_var(ts, sort_bool(), "c");
	CHECK(prints(term_u64(ts, 32, 5), "(_ bv5 32)"));
	CHECK(prints(term_add(ts, x, term_u64(ts, 32, 5)), "(bvadd x (_ bv5 32))"));
	CHECK(prints(term_extract(ts, x, 7, 0), "((_ extract 7 0) x)"));
	CHECK(prints(term_sext(ts, x, 40), "((_ sign_extend 8) x)"));
	CHECK(prints(term_var(ts, sort_bv(8), "main::1 x"), "|main::1 x|"));
	CHECK(prints(term_and(ts, c, term_not(ts, term_var(ts, sort_bool(), "d"))), "(and c (not d))"));
	CHECK(prints(term_const_array(ts, 2, term_u64(ts, 8, 0)),
	             "((as const (Array (_ BitVec 2) (_ BitVec 8))) (_ bv0 8))"));
	term m = term_mul(ts, x, x);
	CHECK(prints(term_udiv(ts, m, term_urem(ts, m, x)),
	             "(let ((?0 (bvmul x x)))\n(bvudiv ?0 (bvurem ?0 x)))"));
	term facts[] = {c, term_ult(ts, m, x)};
	CHECK(!strcmp(terms_print_query(ts, arena, facts, 2),
	              "(set-logic QF_BV)\n(declare-fun c () Bool)\n(declare-fun x () (_ BitVec 32))\n"
	              "(assert (and\n c\n (bvult (bvmul x x) x)))\n(check-sat)\n"));
	CHECK(strstr(terms_print_query(ts, arena, NULL, 0), "(assert true)"));
}

/* 2^200000 paths, 200000 levels: every walk must be linear and must not use the machine's stack. */
static void test_depth(void) {
	term x = term_var(ts, sort_bv(32), "x"), c = term_var(ts, sort_bool(), "c");
	term t = x, b = c, a = term_var(ts, sort_array(32, 32), "m");
	for (uint64_t i = 0; i < 200000; i++) {
		t = term_bvxor(ts, term_mul(ts, t, t), term_udiv(ts, t, term_u64(ts, 32, i + 3)));
		b = term_and(ts, term_or(ts, b, term_ult(ts, t, x)), term_not(ts, term_equal(ts, t, x)));
	}
	for (int i = 0; i < 2000; i++)
		a = term_store(ts, a, term_add(ts, term_select(ts, a, x), x), x);
	struct model *m = model_open(ts);
	model_set(m, x, bits_u64(arena, 32, 77));
	uint32_t v = 77;
	for (uint32_t i = 0; i < 200000; i++)
		v = (v * v) ^ (v / (i + 3));
	CHECK(model_value(m, t).lo == v);
	CHECK(model_value(m, b).width == 1);
	CHECK(model_value(m, term_select(ts, a, x)).width == 32);
	model_close(m);
	CHECK(strlen(term_print(ts, arena, term_ite(ts, b, t, x))) < 80 * 1000 * 1000);
	/* The constructors on top of it. */
	CHECK(term_width(ts, term_extract(ts, t, 7, 0)) == 8);
	CHECK(term_width(ts, term_neg(ts, t)) == 32);
	CHECK(term_kind(ts, term_equal(ts, t, term_u64(ts, 32, 5))) == TERM_EQ);
}

int main(void) {
	ts = terms_open();
	arena = arena_open();
	test_sharing();
	test_fresh();
	test_constants();
	test_sorts();
	test_print();
	test_depth();
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("term");
}
