/* The SAT backend through its plug point, so that what holds for it holds for every backend; with
 * each SAT solver of the build. */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "solvers/model.h"
#include "solvers/sat/sat.h"
#include "solvers/sat/sat_engine.h"
#include "solvers/solver_table.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/base/vec.h"

static struct terms *ts;
static struct arena *arena;
static const struct sat_engine *engine;

static struct solver *open_sat(double timeout) {
	struct solver_config config = {.timeout_seconds = timeout, .sat_engine = engine};
	return solver_sat.open(ts, &config);
}

static enum answer ask(struct solver *s) {
	return s->ops->check(s, NULL, 0);
}

static uint64_t value(struct solver *s, term t) {
	struct bits b;
	return s->ops->value(s, t, arena, &b) ? b.lo : UINT64_MAX;
}

static term bv(uint32_t w, const char *name) {
	return term_var(ts, sort_bv(w), name);
}

typedef term make2(struct terms *, term, term);
typedef struct bits bits2(struct arena *, struct bits, struct bits);

static const struct operation {
	make2 *make;
	bits2 *compute;
} operation[] = {
    {term_bvand, bits_and}, {term_bvor, bits_or},   {term_bvxor, bits_xor}, {term_add, bits_add},
    {term_sub, bits_sub},   {term_mul, bits_mul},   {term_udiv, bits_udiv}, {term_urem, bits_urem},
    {term_sdiv, bits_sdiv}, {term_srem, bits_srem}, {term_shl, bits_shl},   {term_lshr, bits_lshr},
    {term_ashr, bits_ashr},
};

/* "x op y = r" has the one solution that util/bits computes, for all operands of a few widths. */
static void test_operation(const struct operation *op, uint32_t w) {
	struct solver *s = open_sat(0);
	term x = bv(w, "x"), y = bv(w, "y"), r = op->make(ts, x, y);
	unsigned wrong = 0;
	for (uint64_t a = 0; a < 1u << w; a++)
		for (uint64_t b = 0; b < 1u << w; b++) {
			term fact[] = {term_equal(ts, x, term_u64(ts, w, a)),
			               term_equal(ts, y, term_u64(ts, w, b))};
			uint64_t expected = op->compute(arena, bits_u64(arena, w, a), bits_u64(arena, w, b)).lo;
			s->ops->push(s);
			s->ops->add(s, fact[0]);
			s->ops->add(s, fact[1]);
			wrong += ask(s) != ANSWER_SAT || value(s, r) != expected;
			s->ops->add(s, term_distinct(ts, r, term_u64(ts, w, expected)));
			wrong += ask(s) != ANSWER_UNSAT;
			s->ops->pop(s);
		}
	CHECK(wrong == 0);
	s->ops->close(s);
}

static void test_comparisons(uint32_t w) {
	static make2 *const make[] = {term_ult, term_slt, term_equal};
	struct solver *s = open_sat(0);
	term x = bv(w, "x"), y = bv(w, "y");
	unsigned wrong = 0;
	for (uint64_t a = 0; a < 1u << w; a++)
		for (uint64_t b = 0; b < 1u << w; b++) {
			struct bits p = bits_u64(arena, w, a), q = bits_u64(arena, w, b);
			bool expected[] = {bits_ult(p, q), bits_slt(p, q), a == b};
			for (int k = 0; k < 3; k++) {
				term t = make[k](ts, x, y);
				term assume[] = {term_equal(ts, x, term_const(ts, p)),
				                 term_equal(ts, y, term_const(ts, q)),
				                 expected[k] ? term_not(ts, t) : t};
				wrong += s->ops->check(s, assume, 3) != ANSWER_UNSAT;
				wrong += s->ops->check(s, assume, 2) != ANSWER_SAT || value(s, t) != expected[k];
			}
		}
	CHECK(wrong == 0);
	s->ops->close(s);
}

/* Laws that hold for all values, at widths where nothing can be enumerated. */
static void test_laws(uint32_t w) {
	struct solver *s = open_sat(0);
	term x = bv(w, "x"), y = bv(w, "y"), zero = term_u64(ts, w, 0);
	term minus = term_sub(ts, x, y), half = term_lshr(ts, x, term_u64(ts, w, 1));
	term odd = term_u64(ts, w, 0xb7), q = term_udiv(ts, x, odd), r = term_urem(ts, x, odd);
	term law[] = {
	    term_equal(ts, term_add(ts, minus, y), x),
	    term_equal(ts, term_mul(ts, x, odd),
	               term_sub(ts, term_mul(ts, x, term_u64(ts, w, 0xb8)), x)),
	    term_ule(ts, half, x),
	    term_implies(ts, term_is_zero(ts, y),
	                 term_equal(ts, term_udiv(ts, x, y), term_bvnot(ts, zero))),
	    term_implies(ts, term_is_zero(ts, y), term_equal(ts, term_urem(ts, x, y), x)),
	    w > 16 ? term_true(ts) : term_equal(ts, term_add(ts, term_mul(ts, q, odd), r), x),
	    term_ult(ts, r, odd),
	    term_implies(ts, term_ule(ts, term_u64(ts, w, w), y), term_is_zero(ts, term_shl(ts, x, y))),
	};
	for (size_t i = 0; i < sizeof law / sizeof *law; i++) {
		term broken = term_not(ts, law[i]);
		CHECK(s->ops->check(s, &broken, 1) == ANSWER_UNSAT);
	}
	s->ops->close(s);
}

static void test_scopes(void) {
	struct solver *s = open_sat(0);
	term x = bv(8, "x");
	s->ops->add(s, term_ult(ts, x, term_u64(ts, 8, 10)));
	CHECK(ask(s) == ANSWER_SAT && value(s, x) < 10);
	for (uint64_t i = 0; i < 40; i++) {
		s->ops->push(s);
		s->ops->add(s, term_equal(ts, x, term_u64(ts, 8, i)));
		CHECK(ask(s) == (i < 10 ? ANSWER_SAT : ANSWER_UNSAT));
		s->ops->push(s);
		s->ops->add(s, term_distinct(ts, x, term_u64(ts, 8, i)));
		CHECK(ask(s) == ANSWER_UNSAT);
		s->ops->pop(s);
		CHECK(ask(s) == (i < 10 ? ANSWER_SAT : ANSWER_UNSAT));
		s->ops->pop(s);
	}
	s->ops->push(s);
	s->ops->add(s, term_false(ts));
	CHECK(ask(s) == ANSWER_UNSAT);
	s->ops->pop(s);
	CHECK(ask(s) == ANSWER_SAT);
	s->ops->pop(s); /* one too many changes nothing */
	CHECK(ask(s) == ANSWER_SAT);
	s->ops->close(s);
}

/* Large scopes come and go: the SAT library is replaced on the way. */
static void test_many_scopes(void) {
	struct solver *s = open_sat(0);
	term x = bv(24, "x"), y = bv(24, "y");
	s->ops->add(s, term_ult(ts, x, y));
	for (uint64_t i = 2; i < 12; i++) {
		term p = term_mul(ts, term_add(ts, x, term_u64(ts, 24, i)), y);
		s->ops->push(s);
		s->ops->add(s, term_equal(ts, p, term_u64(ts, 24, 77 * i)));
		s->ops->add(s, term_equal(ts, y, term_u64(ts, 24, 77)));
		CHECK(ask(s) == ANSWER_SAT && value(s, p) == 77 * i && value(s, x) == 0);
		s->ops->pop(s);
	}
	s->ops->close(s);
}

static void test_cores(void) {
	struct solver *s = open_sat(0);
	term x = bv(16, "x"), b = term_var(ts, sort_bool(), "b");
	term low = term_ult(ts, x, term_u64(ts, 16, 5)), high = term_ult(ts, term_u64(ts, 16, 9), x);
	term assume[] = {b, low, high, term_true(ts)};
	CHECK(s->ops->check(s, assume, 4) == ANSWER_UNSAT);
	CHECK(s->ops->in_core(s, low) && s->ops->in_core(s, high) && !s->ops->in_core(s, b));
	CHECK(!s->ops->in_core(s, term_true(ts)));
	CHECK(s->ops->check(s, assume, 2) == ANSWER_SAT && value(s, b) == 1 && value(s, x) < 5);
	CHECK(!s->ops->in_core(s, low));
	term no[] = {b, term_not(ts, b)};
	CHECK(s->ops->check(s, no, 2) == ANSWER_UNSAT && s->ops->in_core(s, b));
	term impossible[] = {b, term_false(ts)};
	CHECK(s->ops->check(s, impossible, 2) == ANSWER_UNSAT);
	CHECK(s->ops->in_core(s, term_false(ts)) && !s->ops->in_core(s, b));
	s->ops->close(s);
}

/* Each question is about terms of its own: the clauses of the others are forgotten now and then. */
static void test_other_paths(void) {
	struct solver *s = open_sat(0);
	term shared = bv(16, "shared"), ten = term_u64(ts, 16, 10);
	s->ops->add(s, term_equal(ts, term_mul(ts, shared, shared), term_u64(ts, 16, 49)));
	s->ops->add(s, term_ult(ts, shared, ten));
	for (int i = 0; i < 60; i++) {
		term x = term_fresh(ts, sort_bv(16), "x"), y = term_mul(ts, x, term_add(ts, x, shared));
		term small = term_ult(ts, x, ten), is_60 = term_equal(ts, y, term_u64(ts, 16, 60));
		term above = term_ult(ts, ten, x), idle = term_ult(ts, term_mul(ts, y, x), ten);
		term all[] = {idle, small, above};
		CHECK(s->ops->check(s, (term[]){small, is_60}, 2) == ANSWER_SAT);
		CHECK(value(s, shared) == 7 && value(s, x) == 5 && value(s, y) == 60);
		CHECK(s->ops->check(s, all, 3) == ANSWER_UNSAT);
		CHECK(s->ops->in_core(s, small) && s->ops->in_core(s, above));
	}
	s->ops->close(s);
}

/* Facts say what variables are: these are replaced, and have their values nevertheless. */
static void test_solved(void) {
	struct solver *s = open_sat(0);
	term x = bv(16, "sx"), y = bv(16, "sy"), z = bv(16, "sz"), one = term_u64(ts, 16, 1);
	term a = term_var(ts, sort_array(16, 16), "sa"), e = bv(16, "se");
	term yes = term_var(ts, sort_bool(), "yes"), no = term_var(ts, sort_bool(), "no");
	term less = term_var(ts, sort_bool(), "less");
	term next = term_add(ts, y, one), twice = term_mul(ts, z, term_u64(ts, 16, 3));
	s->ops->add(s, term_equal(ts, x, next));
	s->ops->add(s, term_and(ts, term_equal(ts, y, twice), term_and(ts, yes, term_not(ts, no))));
	s->ops->add(s, term_equal(ts, less, term_ult(ts, x, y)));
	s->ops->add(s, term_equal(ts, e, term_select(ts, a, x)));
	term four = term_equal(ts, z, term_u64(ts, 16, 4)),
	     ten = term_equal(ts, x, term_u64(ts, 16, 10));
	CHECK(s->ops->check(s, &four, 1) == ANSWER_SAT);
	CHECK(value(s, x) == 13 && value(s, y) == 12 && value(s, z) == 4 && value(s, less) == 0);
	CHECK(value(s, yes) == 1 && value(s, no) == 0 && value(s, next) == 13);
	CHECK(value(s, e) == value(s, term_select(ts, a, x)));
	CHECK(s->ops->check(s, (term[]){four, no}, 2) == ANSWER_UNSAT && s->ops->in_core(s, no));
	CHECK(s->ops->check(s, (term[]){four, ten}, 2) == ANSWER_UNSAT);
	CHECK(s->ops->check(s, &ten, 1) == ANSWER_SAT);
	CHECK(value(s, z) == 3 && value(s, x) == 10);
	s->ops->push(s);
	s->ops->add(s, term_equal(ts, x, y));
	CHECK(ask(s) == ANSWER_UNSAT);
	s->ops->pop(s);
	s->ops->add(s, less);
	CHECK(ask(s) == ANSWER_SAT && value(s, y) == 0xffff && value(s, x) == 0);
	s->ops->close(s);
	/* In a circle, one of them stays. */
	s = open_sat(0);
	s->ops->add(s, term_equal(ts, x, next));
	s->ops->add(s, term_equal(ts, y, term_mul(ts, x, x)));
	CHECK(ask(s) == ANSWER_UNSAT); /* x = x * x + 1: one side is odd, the other even */
	s->ops->close(s);
	/* A fact of a scope is no solution. */
	s = open_sat(0);
	s->ops->push(s);
	s->ops->add(s, term_equal(ts, x, one));
	CHECK(ask(s) == ANSWER_SAT && value(s, x) == 1);
	s->ops->pop(s);
	s->ops->add(s, term_distinct(ts, x, one));
	CHECK(ask(s) == ANSWER_SAT && value(s, x) != 1);
	s->ops->close(s);
}

static void test_arrays(void) {
	struct solver *s = open_sat(0);
	struct sort sort = sort_array(32, 8);
	term a = term_var(ts, sort, "a"), b = term_var(ts, sort, "b");
	term i = bv(32, "i"), j = bv(32, "j"), one = term_u64(ts, 8, 1);
	term ai = term_select(ts, a, i), aj = term_select(ts, a, j);
	term congruent[] = {term_equal(ts, i, j), term_distinct(ts, ai, aj)};
	CHECK(s->ops->check(s, congruent, 2) == ANSWER_UNSAT);
	CHECK(s->ops->check(s, congruent + 1, 1) == ANSWER_SAT && value(s, i) != value(s, j));
	/* A store is seen at its index only. */
	term store = term_store(ts, a, i, one), seen = term_select(ts, store, j);
	term other[] = {term_distinct(ts, i, j), term_distinct(ts, seen, aj)};
	CHECK(s->ops->check(s, other, 2) == ANSWER_UNSAT);
	term here[] = {term_equal(ts, i, j), term_distinct(ts, seen, one)};
	CHECK(s->ops->check(s, here, 2) == ANSWER_UNSAT);
	/* Equal arrays have equal elements; different ones differ somewhere. */
	term same = term_equal(ts, a, b);
	term leak[] = {same, term_distinct(ts, ai, term_select(ts, b, i))};
	CHECK(s->ops->check(s, leak, 2) == ANSWER_UNSAT);
	term differ = term_not(ts, same);
	CHECK(s->ops->check(s, &differ, 1) == ANSWER_SAT);
	struct model *m = model_from_solver(s, &differ, 1);
	CHECK(model_holds(m, differ));
	model_close(m);
	/* Two constant arrays cannot differ in one element only. */
	term k = bv(8, "k"), zeros = term_const_array(ts, 32, term_u64(ts, 8, 0));
	term almost = term_equal(ts, term_store(ts, zeros, i, one), term_const_array(ts, 32, k));
	CHECK(s->ops->check(s, &almost, 1) == ANSWER_UNSAT);
	term choice = term_ite(ts, term_var(ts, sort_bool(), "c"), store, b);
	term chosen[] = {term_equal(ts, choice, zeros), term_equal(ts, b, zeros),
	                 term_equal(ts, term_select(ts, choice, j), one)};
	CHECK(s->ops->check(s, chosen, 2) == ANSWER_SAT);
	CHECK(s->ops->check(s, chosen, 3) == ANSWER_UNSAT);
	s->ops->close(s);
}

/* With one index bit there are two elements, and "elsewhere" is nowhere. */
static void test_few_indices(void) {
	struct solver *s = open_sat(0);
	term a = term_var(ts, sort_array(1, 4), "few"), zero = term_u64(ts, 1, 0);
	term k = term_const_array(ts, 1, term_u64(ts, 4, 7));
	term both[] = {term_equal(ts, term_select(ts, a, zero), term_u64(ts, 4, 7)),
	               term_equal(ts, term_select(ts, a, term_bvnot(ts, zero)), term_u64(ts, 4, 7)),
	               term_not(ts, term_equal(ts, a, k))};
	CHECK(s->ops->check(s, both, 3) == ANSWER_UNSAT);
	CHECK(s->ops->check(s, both + 1, 2) == ANSWER_SAT);
	s->ops->close(s);
}

/* Stores at constant indices, some of them twice, read at an unknown one: sparse, dense, and at an
 * index some bits of which are known. */
static void test_tables(void) {
	static const uint8_t index[][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {7, 200, 3, 201, 3, 255, 0, 200}};
	for (int k = 0; k < 4; k++) {
		struct solver *s = open_sat(0);
		term a = term_var(ts, sort_array(8, 8), "table"), i = bv(8, "i"), at = i;
		if (k >= 2)
			at = term_concat(ts, term_extract(ts, i, 3, 0), term_u64(ts, 4, 8));
		term store = a;
		for (uint64_t j = 0; j < 8; j++)
			store =
			    term_store(ts, store, term_u64(ts, 8, index[k % 2][j]), term_u64(ts, 8, 50 + j));
		s->ops->add(s, term_equal(ts, term_select(ts, a, at), term_u64(ts, 8, 9)));
		term read = term_select(ts, store, at);
		unsigned wrong = 0;
		for (uint64_t v = 0; v < 256; v++) {
			uint64_t expected = 9, here = k < 2 ? v : (v & 15) << 4 | 8;
			for (uint64_t j = 0; j < 8; j++)
				if (index[k % 2][j] == here)
					expected = 50 + j;
			term assume[] = {term_equal(ts, i, term_u64(ts, 8, v)),
			                 term_distinct(ts, read, term_u64(ts, 8, expected))};
			wrong += s->ops->check(s, assume, 2) != ANSWER_UNSAT;
			wrong += s->ops->check(s, assume, 1) != ANSWER_SAT || value(s, read) != expected;
		}
		CHECK(wrong == 0);
		s->ops->close(s);
	}
}

/* More pairs of reads than are compared in advance. */
static void test_many_reads(void) {
	enum { N = 210 };
	struct solver *s = open_sat(0);
	term a = term_var(ts, sort_array(8, 8), "many"), sum = term_u64(ts, 8, 0), all = term_true(ts);
	term root[2], last = NO_TERM;
	for (uint32_t i = 0; i < N; i++) {
		term at = term_fresh(ts, sort_bv(8), "at");
		term e = term_select(ts, a, at);
		sum = term_add(ts, sum, e);
		all = term_and(ts, all, term_ult(ts, at, term_u64(ts, 8, 2)));
		last = e;
	}
	root[0] = all;
	root[1] = term_equal(ts, sum, term_u64(ts, 8, 201));
	s->ops->add(s, root[0]);
	s->ops->add(s, root[1]);
	CHECK(ask(s) == ANSWER_SAT);
	struct model *m = model_from_solver(s, root, 2);
	CHECK(model_holds(m, root[0]) && model_holds(m, root[1]));
	model_close(m);
	/* All elements even: no odd sum. */
	term even = term_true(ts), low = term_u64(ts, 8, 0), high = term_u64(ts, 8, 1);
	even = term_and(ts, even, term_is_zero(ts, term_extract(ts, term_select(ts, a, low), 0, 0)));
	even = term_and(ts, even, term_is_zero(ts, term_extract(ts, term_select(ts, a, high), 0, 0)));
	s->ops->add(s, even);
	s->ops->add(s, term_is_nonzero(ts, term_extract(ts, last, 0, 0)));
	CHECK(ask(s) == ANSWER_UNSAT);
	s->ops->close(s);
}

/* Values of terms that were in no fact follow from the model. */
static void test_values(void) {
	struct solver *s = open_sat(0);
	term x = bv(100, "wide"), y = bv(8, "unseen"), b;
	b = term_equal(ts, term_extract(ts, x, 99, 60), term_u64(ts, 40, 0x123456789a));
	s->ops->add(s, b);
	CHECK(ask(s) == ANSWER_SAT);
	CHECK(value(s, term_extract(ts, x, 99, 80)) == 0x12345);
	CHECK(value(s, y) == 0 && value(s, term_add(ts, y, term_u64(ts, 8, 3))) == 3);
	CHECK(value(s, b) == 1);
	s->ops->add(s, term_true(ts));
	struct bits out;
	CHECK(!s->ops->value(s, x, arena, &out)); /* the model is gone */
	s->ops->close(s);
}

/* x * y = 2^62 - 57, a prime, neither 1: no short proof. */
static void add_hard(struct solver *s) {
	term x = term_zext(ts, bv(32, "p"), 64), y = term_zext(ts, bv(32, "q"), 64);
	s->ops->add(s, term_equal(ts, term_mul(ts, x, y), term_u64(ts, 64, 4611686018427387847u)));
	s->ops->add(s, term_ult(ts, term_u64(ts, 64, 1), x));
	s->ops->add(s, term_ult(ts, term_u64(ts, 64, 1), y));
}

static void *interrupt_soon(void *solver) {
	struct solver *s = solver;
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	s->ops->interrupt(s);
	return NULL;
}

static void test_giving_up(void) {
	struct solver *s = open_sat(0.1);
	add_hard(s);
	CHECK(ask(s) == ANSWER_UNKNOWN && s->reason && strstr(s->reason, "0.1 s"));
	s->ops->close(s);

	s = open_sat(0);
	add_hard(s);
	pthread_t thread;
	pthread_create(&thread, NULL, interrupt_soon, s);
	CHECK(ask(s) == ANSWER_UNKNOWN && s->reason && !strcmp(s->reason, "interrupted"));
	pthread_join(thread, NULL);
	s->ops->interrupt(s); /* before a check: that one is not even tried */
	CHECK(ask(s) == ANSWER_UNKNOWN);
	s->ops->close(s);

	struct solver_config tiny = {.memory_bytes = 100000, .sat_engine = engine};
	s = solver_sat.open(ts, &tiny);
	s->ops->push(s);
	add_hard(s);
	CHECK(ask(s) == ANSWER_UNKNOWN && s->reason && strstr(s->reason, "too large"));
	s->ops->pop(s);
	CHECK(ask(s) == ANSWER_SAT); /* as good as new */
	s->ops->close(s);

	if (!engine->bytes)
		return;
	/* Enough for the circuit, but not for what the SAT solver learns. */
	struct solver_config small = {
	    .timeout_seconds = 600, .memory_bytes = 1800000, .sat_engine = engine};
	s = solver_sat.open(ts, &small);
	s->ops->push(s);
	add_hard(s);
	CHECK(ask(s) == ANSWER_UNKNOWN && s->reason && strstr(s->reason, "too large"));
	s->ops->pop(s);
	CHECK(ask(s) == ANSWER_SAT);
	s->ops->close(s);
}

static void test_engine(void) {
	ts = terms_open();
	arena = arena_open();
	for (size_t i = 0; i < sizeof operation / sizeof *operation; i++)
		for (uint32_t w = 1; w <= 4; w++)
			test_operation(&operation[i], w);
	for (uint32_t w = 1; w <= 4; w++)
		test_comparisons(w);
	test_laws(16);
	test_laws(20);
	test_scopes();
	test_many_scopes();
	test_cores();
	test_other_paths();
	test_solved();
	test_arrays();
	test_few_indices();
	test_tables();
	test_many_reads();
	test_values();
	test_giving_up();
	terms_close(ts);
	arena_close(arena);
}

static void test_engines(void) {
	for (size_t i = 0; sat_engines[i]; i++) {
		engine = sat_engines[i];
		CHECK(sat_engine_find(engine->name) == engine && engine->version());
		CHECK(!sat_engine_missing(engine->name));
		test_engine();
	}
	CHECK(sat_engine_find("own") && !sat_engine_find("abacus") && !sat_engine_missing("abacus"));
	CHECK(!sat_engine_find("cadical") == !!sat_engine_missing("cadical"));
}

int main(void) {
	test_engines();
	CHECK(solver_find("sat") == &solver_sat);
	intern_free_all();
	return check_done("sat");
}
