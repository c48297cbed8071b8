/* Debian's Boolector compares constants wrongly unless its rewriting is off.  Every comparison of a
 * table is asked through our backend, which has to be right, and of the program at its default
 * level, whose answers are only reported: a package that is repaired fails no test. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solvers/smtlib/boolector.h"
#include "solvers/smtlib/pipe.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;

static const uint32_t values[] = {0,   1,   2,    127,        128,        255,
                                  256, 594, 1000, 0x7fffffff, 0x80000000, 0xffffffff};
enum { VALUES = sizeof values / sizeof *values };

enum comparison { ULT, ULE, SLT, SLE, EQ, COMPARISONS };
static const char *const names[] = {"bvult", "bvule", "bvslt", "bvsle", "="};

static bool holds(enum comparison c, uint32_t a, uint32_t b) {
	switch (c) {
	case ULT: return a < b;
	case ULE: return a <= b;
	case SLT: return (int32_t)a < (int32_t)b;
	case SLE: return (int32_t)a <= (int32_t)b;
	default: return a == b;
	}
}

static term compare(enum comparison c, term a, term b) {
	switch (c) {
	case ULT: return term_ult(ts, a, b);
	case ULE: return term_ule(ts, a, b);
	case SLT: return term_slt(ts, a, b);
	case SLE: return term_sle(ts, a, b);
	default: return term_equal(ts, a, b);
	}
}

/* x = a, y = b, and the comparison of them as facts of their own, so that nothing folds before. */
static enum answer ask_backend(enum comparison c, uint32_t a, uint32_t b) {
	const struct solver_ops *ops = &solver_boolector;
	struct solver_config config = {.timeout_seconds = 120};
	struct solver *s = ops->open(ts, &config);
	term x = term_var(ts, sort_bv(32), "x"), y = term_var(ts, sort_bv(32), "y");
	ops->add(s, compare(c, x, y));
	ops->add(s, term_equal(ts, x, term_u64(ts, 32, a)));
	ops->add(s, term_equal(ts, y, term_u64(ts, 32, b)));
	enum answer r = ops->check(s, NULL, 0);
	struct bits v;
	if (r == ANSWER_SAT)
		CHECK(ops->value(s, x, arena, &v) && v.lo == a && ops->value(s, y, arena, &v) && v.lo == b);
	ops->close(s);
	return r;
}

static enum answer ask_program(const char *command, const char *formula) {
	struct pipe p;
	char why[100];
	enum answer r = ANSWER_UNKNOWN;
	pipe_init(&p);
	const char *text =
	    arena_printf(arena,
	                 "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 32))\n(assert %s)\n"
	                 "(check-sat)\n(exit)\n",
	                 formula);
	if (pipe_start(&p, command, 0, why, sizeof why)) {
		pipe_put(&p, text, strlen(text));
		pipe_close_in(&p);
		while (pipe_wait(&p, pipe_now() + 30) == PIPE_DATA)
			continue;
		if (p.from.n >= 4)
			r = !memcmp(p.from.at, "sat\n", 4)  ? ANSWER_SAT
			    : !memcmp(p.from.at, "unsa", 4) ? ANSWER_UNSAT
			                                    : r;
	}
	pipe_free(&p);
	return r;
}

static void test_table(void) {
	unsigned wrong = 0;
	for (int c = 0; c < COMPARISONS; c++)
		for (size_t i = 0; i < VALUES; i++)
			for (size_t k = 0; k < VALUES; k++) {
				enum answer right = holds(c, values[i], values[k]) ? ANSWER_SAT : ANSWER_UNSAT;
				CHECK(ask_backend(c, values[i], values[k]) == right);
				const char *formula =
				    arena_printf(arena, "(and (= x (_ bv%u 32)) (%s x (_ bv%u 32)))", values[i],
				                 names[c], values[k]);
				if (i % 4 == 0 || k % 4 == 0)
					wrong += ask_program("boolector --smt2", formula) != right;
			}
	printf("boolector at its default level: %u wrong answers\n", wrong);
}

/* Arrays are rewritten: that equal indices have equal elements is an axiom, one for each pair. */
static void test_arrays(void) {
	term a = term_var(ts, sort_array(8, 16), "a"), i[3], element[3];
	for (int k = 0; k < 3; k++) {
		i[k] = term_var(ts, sort_bv(8), intern_printf("i%d", k));
		element[k] = term_select(ts, a, i[k]);
	}
	for (int p = 0; p < 3; p++)
		for (int q = p + 1; q < 3; q++)
			for (int equal = 0; equal < 2; equal++) {
				struct solver *s = solver_boolector.open(ts, NULL);
				for (int k = 0; k < 3; k++)
					solver_boolector.add(s, term_ult(ts, element[k], term_u64(ts, 16, 500)));
				solver_boolector.add(s, term_distinct(ts, element[p], element[q]));
				solver_boolector.add(s, equal ? term_equal(ts, i[p], i[q])
				                              : term_distinct(ts, i[p], i[q]));
				CHECK(solver_boolector.check(s, NULL, 0) == (equal ? ANSWER_UNSAT : ANSWER_SAT));
				solver_boolector.close(s);
			}
}

/* The one that started it. */
static void test_594(void) {
	const char *formula = "(and (bvult x (_ bv1000 32)) (= x (_ bv594 32)))";
	const char *words[] = {"unknown", "sat", "unsat"};
	CHECK(ask_program("boolector --smt2 -rwl0", formula) == ANSWER_SAT);
	printf("boolector: x < 1000 and x = 594 is %s at the default level\n",
	       words[ask_program("boolector --smt2", formula)]);
	struct solver *s = solver_boolector.open(ts, NULL);
	term x = term_var(ts, sort_bv(32), "x");
	solver_boolector.add(s, term_ult(ts, x, term_u64(ts, 32, 1000)));
	solver_boolector.add(s, term_equal(ts, x, term_u64(ts, 32, 594)));
	struct bits b;
	CHECK(solver_boolector.check(s, NULL, 0) == ANSWER_SAT);
	CHECK(solver_boolector.value(s, x, arena, &b) && b.lo == 594);
	solver_boolector.close(s);
}

/* A boolector in front of the real one that tells its arguments, and then misbehaves. */
static void test_arguments(void) {
	char dir[] = "/tmp/test_boolector.XXXXXX";
	CHECK(mkdtemp(dir));
	const char *path = arena_printf(arena, "%s/boolector", dir);
	FILE *f = fopen(path, "w");
	fprintf(f, "#!/bin/sh\necho \"args: $*\"\n/bin/cat >/dev/null\nexit 10\n");
	fclose(f);
	chmod(path, 0700);
	char *before = strdup(getenv("PATH"));
	setenv("PATH", dir, 1);
	struct solver *s = solver_boolector.open(ts, NULL);
	solver_boolector.add(s, term_var(ts, sort_bool(), "p"));
	CHECK(solver_boolector.check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && strstr(s->reason, "args: ") && strstr(s->reason, " -rwl0 "));
	f = fopen(path, "w");
	fprintf(f, "#!/bin/sh\n/bin/cat >/dev/null\necho sat\necho 'v1'\nexit 10\n");
	fclose(f);
	CHECK(solver_boolector.check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && strstr(s->reason, "an unexpected line in its model: v1"));
	f = fopen(path, "w");
	fprintf(f, "#!/bin/sh\n/bin/cat >/dev/null\necho unsat\nexit 1\n"); /* not what it means */
	fclose(f);
	CHECK(solver_boolector.check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(s->reason && strstr(s->reason, "exit code 1"));
	solver_boolector.close(s);
	setenv("PATH", before, 1);
	free(before);
	unlink(path);
	rmdir(dir);
}

int main(void) {
	ts = terms_open();
	arena = arena_open();
	test_arguments();
	const char *why = solver_boolector.missing(arena, NULL);
	if (why) {
		printf("skipped: %s\n", why);
	} else {
		test_arrays();
		test_594();
		test_table();
	}
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("boolector");
}
