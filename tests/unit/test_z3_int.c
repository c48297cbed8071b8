/* Bit-vectors read as integers: the same values wherever nothing wraps around, and wherever the
 * reading claims to be exact; what it cannot read is said. */
#include "solvers/z3/z3_int.h"

#include <string.h>

#include "solvers/model.h"
#include "solvers/z3/z3.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;
static struct solver *solver;

enum { WIDTH = 8 };

static term var(uint32_t w, const char *name) {
	return term_var(ts, sort_bv(w), name);
}

static term num(uint64_t value) {
	return term_u64(ts, WIDTH, value);
}

static struct solver *open_solver(void) {
	struct solver_config config = {.timeout_seconds = 120, .integers = true};
	return solver_z3.open(ts, &config);
}

static enum answer ask(term fact) {
	solver_z3.push(solver);
	solver_z3.add(solver, fact);
	enum answer a = solver_z3.check(solver, NULL, 0);
	solver_z3.pop(solver);
	return a;
}

static term overflows(term wide, term narrow, bool is_signed) {
	uint32_t w = term_width(ts, wide);
	term again = is_signed ? term_sext(ts, narrow, w) : term_zext(ts, narrow, w);
	return term_bool_to_bv(ts, term_distinct(ts, wide, again), WIDTH);
}

static term two_words(term x, term y, int op) {
	term five = num(5), mask = num(0xb6);
	switch (op) {
	case 0: return term_udiv(ts, x, y);
	case 1: return term_urem(ts, x, y);
	case 2: return term_sdiv(ts, x, y);
	case 3: return term_srem(ts, x, y);
	case 4: return term_lshr(ts, x, y);
	case 5: return term_ashr(ts, x, y);
	case 6: return term_bvand(ts, x, y);
	case 7: return term_bvor(ts, x, y);
	case 8: return term_bvxor(ts, x, y);
	case 9: return term_concat(ts, x, y);
	case 10: return term_extract(ts, term_concat(ts, x, term_bvnot(ts, y)), 11, 3);
	case 11: return term_bool_to_bv(ts, term_ult(ts, x, y), WIDTH);
	case 12: return term_bool_to_bv(ts, term_slt(ts, x, y), WIDTH);
	case 13: return term_bool_to_bv(ts, term_equal(ts, x, y), WIDTH);
	case 14: return term_add(ts, term_sext(ts, x, 16), term_zext(ts, y, 16));
	case 15: return term_mul(ts, term_sext(ts, x, 16), term_zext(ts, y, 16));
	case 16: return term_bvand(ts, term_bvor(ts, x, mask), term_bvxor(ts, y, mask));
	case 17: return term_udiv(ts, x, term_bvor(ts, y, num(1)));
	case 18: return term_srem(ts, x, five);
	case 19: return term_sdiv(ts, x, num(0xfd));
	/* exact in spite of the sums inside: parts and extensions see the wrap-around */
	case 20:
		return overflows(term_add(ts, term_sext(ts, x, 9), term_sext(ts, y, 9)), term_add(ts, x, y),
		                 true);
	case 21:
		return overflows(term_mul(ts, term_zext(ts, x, 16), term_zext(ts, y, 16)),
		                 term_mul(ts, x, y), false);
	case 22: return term_concat(ts, term_extract(ts, term_shl(ts, x, num(3)), 6, 2), y);
	case 23: return term_neg(ts, term_sext(ts, x, 16));
	/* so do equality and what is unsigned */
	case 24: return term_add(ts, term_sub(ts, x, y), term_sub(ts, x, y));
	case 25: return term_bool_to_bv(ts, term_ult(ts, term_sub(ts, x, y), five), WIDTH);
	case 26: return term_urem(ts, term_mul(ts, x, num(7)), five);
	case 27: return term_lshr(ts, term_neg(ts, term_add(ts, x, y)), five);
	case 28: return term_bool_to_bv(ts, term_equal(ts, term_add(ts, x, x), term_neg(ts, y)), WIDTH);
	case 29: return term_shl(ts, x, y);
	default: return NO_TERM;
	}
}

static bool reads_as(term t, struct model *m, term given) {
	term value = term_const(ts, model_value(m, t));
	term differs = term_and(ts, given, term_distinct(ts, t, value));
	return ask(differs) == ANSWER_UNSAT &&
	       ask(term_and(ts, given, term_equal(ts, t, value))) == ANSWER_SAT;
}

static void test_exact(void) {
	static const uint8_t values[] = {0, 1, 2, 5, 127, 128, 200, 255};
	enum { N = sizeof values / sizeof *values };
	term x = var(WIDTH, "x"), y = var(WIDTH, "y");
	for (int op = 0; two_words(x, y, op).ix; op++)
		for (int i = 0; i < N * N; i++) {
			uint8_t a = values[i % N], b = values[i / N];
			struct model *m = model_open(ts);
			model_set(m, x, bits_u64(arena, WIDTH, a));
			model_set(m, y, bits_u64(arena, WIDTH, b));
			term given = term_and(ts, term_equal(ts, x, num(a)), term_equal(ts, y, num(b)));
			bool right = reads_as(two_words(x, y, op), m, given);
			if (!right)
				fprintf(stderr, "operation %d on %u and %u\n", op, a, b);
			CHECK(right);
			model_close(m);
		}
}

/* Unsigned sums above the signed half are equal to what they should be, either way round. */
static void test_unsigned(void) {
	term x = var(32, "u"), y = var(32, "v"), z = var(32, "w");
	term big = term_u64(ts, 32, 3000000000u), sum = term_add(ts, x, y);
	term given = term_and(ts, term_equal(ts, x, term_u64(ts, 32, 2000000000)),
	                      term_equal(ts, y, term_u64(ts, 32, 1000000000)));
	CHECK(ask(term_and(ts, given, term_distinct(ts, sum, big))) == ANSWER_UNSAT);
	CHECK(ask(term_and(ts, given, term_equal(ts, sum, big))) == ANSWER_SAT);
	given = term_and(ts, given, term_equal(ts, z, big));
	CHECK(ask(term_and(ts, given, term_distinct(ts, sum, z))) == ANSWER_UNSAT);
	CHECK(ask(term_and(ts, given, term_ult(ts, sum, z))) == ANSWER_UNSAT);
	CHECK(ask(term_and(ts, given, term_ult(ts, x, z))) == ANSWER_SAT);
	CHECK(ask(term_and(ts, given, term_ult(ts, z, x))) == ANSWER_UNSAT);
	/* z - 2000000000 */
	term less = term_sub(ts, z, x);
	CHECK(ask(term_and(ts, given, term_distinct(ts, less, y))) == ANSWER_UNSAT);
}

/* What integers are for. */
static void test_no_wrap(void) {
	term x = var(32, "n"), next = term_add(ts, x, term_u64(ts, 32, 1));
	term below = term_slt(ts, next, x);
	CHECK(ask(below) == ANSWER_UNSAT); /* INT_MAX + 1 is another matter */
	struct solver *bits = solver_z3.open(ts, NULL);
	solver_z3.add(bits, below);
	CHECK(solver_z3.check(bits, NULL, 0) == ANSWER_SAT);
	solver_z3.close(bits);
}

static void test_values(void) {
	term x = var(32, "x32"), wide = var(96, "p"), a = term_var(ts, sort_array(32, 32), "a");
	term fact[] = {term_equal(ts, term_add(ts, x, term_u64(ts, 32, 7)), term_u64(ts, 32, 2)),
	               term_equal(ts, term_extract(ts, wide, 95, 64), term_u64(ts, 32, 0xfffffffe)),
	               term_equal(ts, term_extract(ts, wide, 63, 0), term_zext(ts, x, 64)),
	               term_equal(ts, term_select(ts, a, x), term_u64(ts, 32, 12))};
	struct solver *s = open_solver();
	for (int i = 0; i < 4; i++)
		solver_z3.add(s, fact[i]);
	CHECK(solver_z3.check(s, NULL, 0) == ANSWER_SAT);
	struct model *m = model_from_solver(s, fact, 4);
	for (int i = 0; m && i < 4; i++)
		CHECK(model_holds(m, fact[i]));
	struct bits b;
	CHECK(m && solver_z3.value(s, x, arena, &b) && b.lo == 0xfffffffb);
	model_close(m);
	term p = term_var(ts, sort_bool(), "flag"), low = term_slt(ts, x, term_u64(ts, 32, 0));
	term assumed[] = {p, term_not(ts, low)};
	CHECK(solver_z3.check(s, assumed, 2) == ANSWER_UNSAT);
	CHECK(solver_z3.in_core(s, assumed[1]) && !solver_z3.in_core(s, p));
	solver_z3.close(s);
}

static void test_refused(void) {
	term x = var(64, "x64"), y = var(64, "y64");
	struct solver *s = open_solver();
	solver_z3.push(s);
	solver_z3.add(s, term_equal(ts, term_bvand(ts, x, y), term_u64(ts, 64, 12)));
	CHECK(solver_z3.check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && strstr(s->reason, "bit-wise operations on two unknown values"));
	solver_z3.pop(s);
	CHECK(solver_z3.check(s, NULL, 0) == ANSWER_SAT); /* and goes on */
	solver_z3.add(s, term_equal(ts, term_var(ts, sort_array(32, 8), "b"),
	                            term_var(ts, sort_array(32, 8), "c")));
	CHECK(solver_z3.check(s, NULL, 0) == ANSWER_UNKNOWN && strstr(s->reason, "arrays"));
	solver_z3.close(s);
}

int main(void) {
	ts = terms_open();
	arena = arena_open();
	solver = open_solver();
	test_exact();
	test_unsigned();
	test_no_wrap();
	test_values();
	test_refused();
	solver_z3.close(solver);
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("z3_int");
}
