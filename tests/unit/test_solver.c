/* Every backend of the table: answers, scopes, assumptions, cores, values, limits. */
#include "solvers/solver_table.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "solvers/model.h"
#include "solvers/smtlib/smtlib.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;
static const struct solver_ops *ops;
static const char *command; /* of a backend behind a pipe */

static term var(uint32_t w, const char *name) {
	return term_var(ts, sort_bv(w), name);
}

static struct solver *open_solver(double seconds) {
	struct solver_config config = {.timeout_seconds = seconds, .command = command};
	return ops->open(ts, &config);
}

static void test_answers(void) {
	struct solver *s = open_solver(0);
	term x = var(32, "x");
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->add(s, term_equal(ts, term_mul(ts, x, x), term_u64(ts, 32, 49)));
	ops->add(s, term_ult(ts, x, term_u64(ts, 32, 100)));
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	struct bits b;
	CHECK(ops->value(s, x, arena, &b) && b.width == 32 && b.lo == 7);
	CHECK(ops->value(s, term_ult(ts, x, term_u64(ts, 32, 9)), arena, &b) && b.width == 1 && b.lo);
	CHECK(ops->value(s, term_mul(ts, term_zext(ts, x, 128), term_u64(ts, 128, UINT64_MAX)), arena,
	                 &b) &&
	      !strcmp(bits_print(arena, b, false, 10), "129127208515966861305"));
	ops->add(s, term_not(ts, term_equal(ts, x, term_u64(ts, 32, 7))));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	CHECK(!ops->value(s, x, arena, &b));
	ops->close(s);
}

static void test_scopes(void) {
	struct solver *s = open_solver(0);
	term x = var(16, "x16");
	ops->add(s, term_ult(ts, x, term_u64(ts, 16, 10)));
	for (int iteration = 0; iteration < 3; iteration++) {
		ops->push(s);
		ops->add(s, term_ult(ts, term_u64(ts, 16, 8), x));
		CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
		ops->push(s);
		ops->push(s);
		ops->add(s, term_distinct(ts, x, term_u64(ts, 16, 9)));
		CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
		ops->pop(s);
		ops->pop(s);
		CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
		ops->pop(s);
	}
	ops->push(s); /* a scope that no check sees */
	ops->add(s, term_false(ts));
	ops->pop(s);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->push(s);
	ops->add(s, term_false(ts));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	ops->pop(s);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->close(s);
}

/* Others say more than the smallest core, which is a core too. */
static bool is_exact(void) {
	return !command || !strncmp(command, "z3", 2);
}

static void test_assumptions(void) {
	struct solver *s = open_solver(0);
	term x = var(32, "x"), p = term_var(ts, sort_bool(), "p");
	term low = term_ult(ts, x, term_u64(ts, 32, 10)), high = term_ult(ts, term_u64(ts, 32, 20), x);
	term odd = term_equal(ts, term_extract(ts, x, 0, 0), term_u64(ts, 1, 1));
	term all[] = {odd, low, p, high};
	CHECK(ops->check(s, all, 4) == ANSWER_UNSAT);
	if (ops->caps & SOLVER_CORE) {
		CHECK(ops->in_core(s, low) && ops->in_core(s, high));
		CHECK(!is_exact() || (!ops->in_core(s, p) && !ops->in_core(s, odd)));
	}
	CHECK(ops->check(s, all, 3) == ANSWER_SAT); /* assumptions are gone with their check */
	struct bits b;
	CHECK(ops->value(s, x, arena, &b) && b.lo < 10 && b.lo % 2 == 1);
	ops->push(s);
	ops->add(s, term_not(ts, p));
	CHECK(ops->check(s, all, 3) == ANSWER_UNSAT);
	if (ops->caps & SOLVER_CORE)
		CHECK(ops->in_core(s, p) && !(is_exact() && ops->in_core(s, low)));
	ops->pop(s);
	CHECK(ops->check(s, all, 3) == ANSWER_SAT);
	term no = term_false(ts);
	CHECK(ops->check(s, &no, 1) == ANSWER_UNSAT && ops->in_core(s, no));
	ops->close(s);
}

static void test_arrays(void) {
	struct solver *s = open_solver(0);
	term x = var(32, "x"), i = var(32, "i"), j = var(32, "j");
	ops->add(s, term_ult(ts, x, term_u64(ts, 32, 5)));
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT); /* no arrays until here */
	term a = term_var(ts, sort_array(32, 32), "a");
	term w = term_store(ts, a, i, x), read = term_select(ts, w, j);
	term fact[] = {term_equal(ts, read, term_u64(ts, 32, 9)),
	               term_equal(ts, term_select(ts, a, x), term_u64(ts, 32, 77))};
	ops->push(s);
	ops->add(s, fact[0]);
	ops->add(s, fact[1]);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	struct model *m = model_from_solver(s, fact, 2);
	CHECK(model_holds(m, fact[0]) && model_holds(m, fact[1]));
	model_close(m);
	ops->add(s, term_equal(ts, i, j));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	ops->pop(s);
	term zero = term_const_array(ts, 32, term_u64(ts, 32, 0));
	term chain = term_store(ts, term_store(ts, zero, i, x), j, x);
	ops->add(s, term_ult(ts, term_u64(ts, 32, 5), term_select(ts, chain, var(32, "k"))));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	ops->close(s);
}

/* A table: many stores at constant indices, in any order and some twice, read at an unknown one. */
static void test_table(void) {
	struct solver *s = open_solver(0);
	uint32_t expect[128] = {0};
	term a = term_const_array(ts, 32, term_u64(ts, 32, 0)), i = var(32, "table_i");
	for (uint32_t n = 0; n < 150; n++) {
		uint32_t at = n * 73 % 101 + (n > 75) * 20;
		a = term_store(ts, a, term_u64(ts, 32, at), term_u64(ts, 32, n + 1000));
		expect[at] = n + 1000;
	}
	term wrong = term_false(ts), read = term_select(ts, a, i);
	for (uint32_t at = 0; at < 128; at++) {
		term here = term_equal(ts, i, term_u64(ts, 32, at));
		term right = term_equal(ts, read, term_u64(ts, 32, expect[at]));
		wrong = term_or(ts, wrong, term_and(ts, here, term_not(ts, right)));
	}
	term beyond = term_ult(ts, term_u64(ts, 32, 127), i);
	wrong = term_or(ts, wrong, term_and(ts, beyond, term_is_nonzero(ts, read)));
	ops->add(s, wrong);
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	ops->close(s);
	s = open_solver(0);
	term find = term_equal(ts, read, term_u64(ts, 32, 1010));
	ops->add(s, find);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	struct bits b;
	CHECK(ops->value(s, i, arena, &b) && expect[b.lo % 128] == 1010 && b.lo < 128);
	CHECK(ops->value(s, read, arena, &b) && b.lo == 1010);
	ops->close(s);
}

/* Reads of an array variable agree where their indices do; values of the model too.  With an
 * equality of arrays in between, which is not rewritten. */
static void test_array_variable(void) {
	struct solver *s = open_solver(0);
	term a = term_var(ts, sort_array(32, 8), "av"), b = term_var(ts, sort_array(32, 8), "bv");
	term i = var(32, "ai"), j = var(32, "aj");
	term x = term_select(ts, a, i), y = term_select(ts, a, j);
	ops->push(s);
	ops->add(s, term_distinct(ts, x, y));
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	struct bits u, v, p, q;
	CHECK(ops->value(s, i, arena, &u) && ops->value(s, j, arena, &v) && !bits_eq(u, v));
	CHECK(ops->value(s, x, arena, &p) && ops->value(s, y, arena, &q) && !bits_eq(p, q));
	CHECK(ops->value(s, term_select(ts, a, term_const(ts, u)), arena, &q) && bits_eq(p, q));
	term same = term_equal(ts, i, j);
	CHECK(ops->check(s, &same, 1) == ANSWER_UNSAT);
	ops->pop(s);
	CHECK(ops->check(s, &same, 1) == ANSWER_SAT);
	ops->push(s);
	ops->add(s, term_distinct(ts, x, y));
	CHECK(ops->check(s, &same, 1) ==
	      ANSWER_UNSAT); /* axioms outlive the scope of their first use */
	ops->add(s, term_equal(ts, b, term_store(ts, a, i, y)));
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->add(s, term_distinct(ts, term_select(ts, b, i), term_select(ts, b, j)));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNSAT);
	ops->pop(s);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->close(s);
}

/* 5000 levels.  Z3 recurses in places; an honest UNKNOWN would be fine, a crash not, so it need not
 * come to an end. */
static void test_depth(void) {
	struct solver *s = open_solver(3);
	term x = var(32, "x"), t = x, b = term_var(ts, sort_bool(), "b0");
	for (uint64_t i = 0; i < 5000; i++) {
		t = term_bvxor(ts, term_ite(ts, b, t, x), term_u64(ts, 32, i * 2654435761u));
		b = term_not(ts, term_and(ts, b, term_var(ts, sort_bool(), i % 2 ? "b1" : "b2")));
	}
	ops->add(s, term_equal(ts, term_add(ts, t, x), term_u64(ts, 32, 5)));
	ops->add(s, b);
	enum answer r = ops->check(s, NULL, 0);
	CHECK(r != ANSWER_UNKNOWN || s->reason);
	ops->close(s);
}

/* Factoring a product of two large primes takes longer than we wait. */
static void add_hard(struct solver *s) {
	term x = var(64, "hard_x"), y = var(64, "hard_y");
	term big = term_mul(ts, term_zext(ts, x, 128), term_zext(ts, y, 128));
	struct bits n = bits_mul(arena, bits_u64(arena, 128, 0xc3a5c85c97cb3127),
	                         bits_u64(arena, 128, 0xb492b66fbe98f273));
	ops->add(s, term_equal(ts, big, term_const(ts, n)));
	ops->add(s, term_ult(ts, term_u64(ts, 64, 1), x));
	ops->add(s, term_ult(ts, term_u64(ts, 64, 1), y));
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A backend may use another solver for scopes (z3 does), so limits are tried in both. */
static void test_timeout(bool in_scope) {
	struct solver *s = open_solver(0.3);
	if (in_scope)
		ops->push(s);
	add_hard(s);
	double start = now();
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && strstr(s->reason, "0.3 s"));
	CHECK(now() - start < 10);
	term no = term_false(ts);
	CHECK(ops->check(s, &no, 1) == ANSWER_UNSAT); /* still usable */
	ops->close(s);
}

static void *stop_soon(void *s) {
	struct timespec t = {0, 300 * 1000 * 1000};
	nanosleep(&t, NULL);
	ops->interrupt(s);
	return NULL;
}

static void test_interrupt(void) {
	if (!ops->interrupt)
		return;
	struct solver *s = open_solver(60);
	term x = var(32, "x");
	ops->push(s);
	add_hard(s);
	pthread_t other;
	pthread_create(&other, NULL, stop_soon, s);
	double start = now();
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && !strcmp(s->reason, "interrupted"));
	CHECK(now() - start < 30);
	pthread_join(other, NULL);
	ops->pop(s);
	ops->add(s, term_ult(ts, x, term_u64(ts, 32, 3)));
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT); /* the interruption is over */
	ops->interrupt(s);                           /* between checks: the next one returns at once */
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(ops->check(s, NULL, 0) == ANSWER_SAT);
	ops->close(s);
}

/* Last: with Z3 the limit is one of the whole process. */
static void test_memory_of(bool in_scope) {
	struct solver_config config = {60, 60 << 20, .command = command};
	struct solver *s = ops->open(ts, &config);
	term x = var(2000, "wide_x"), y = var(2000, "wide_y");
	if (in_scope)
		ops->push(s);
	ops->add(s, term_equal(ts, term_mul(ts, x, term_mul(ts, y, x)), term_u64(ts, 2000, 123457)));
	ops->add(s, term_ult(ts, term_u64(ts, 2000, 1), x));
	CHECK(ops->check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && (strstr(s->reason, "memory") || strstr(s->reason, "too large")));
	ops->close(s);
}

static void test_memory(void) {
	test_memory_of(false);
	test_memory_of(true);
}

static void test_backend(void) {
	CHECK(solver_find(ops->name) == ops);
	CHECK(ops->version() && *ops->version());
	test_answers();
	test_scopes();
	test_assumptions();
	if (ops->caps & SOLVER_ARRAYS) {
		test_arrays();
		test_table();
		test_array_variable();
	}
	test_depth();
	test_timeout(false);
	test_timeout(true);
	test_interrupt();
}

/* A program that is not installed cannot be tested, which is no failure of ours. */
static bool is_there(void) {
	struct solver_config config = {.command = command};
	const char *why = ops->missing ? ops->missing(arena, &config) : NULL;
	if (why)
		printf("skipped: %s: %s\n", ops->name, why);
	return !why;
}

static void each_backend(void (*test)(void)) {
	static const char *const commands[] = {"z3 -in", "cvc5 --incremental",
	                                       "cvc5 --bv-solver=bitblast"};
	for (size_t i = 0; solver_table[i]; i++) {
		ops = solver_table[i];
		command = NULL;
		if (ops != &solver_smtlib && is_there())
			test();
	}
	ops = &solver_smtlib;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		command = commands[i];
		if (is_there())
			test();
	}
}

int main(void) {
	ts = terms_open();
	arena = arena_open();
	CHECK(solver_table[0] && !solver_find("no such solver"));
	each_backend(test_backend);
	each_backend(test_memory);
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("solver");
}
