/* The wrapper of --check-solver: honest backends pass, each kind of lie is caught. */
#include "solvers/checked.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solvers/model.h"
#include "solvers/solver_table.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;

/* A backend that says what it is told to.  Its models say 0 for everything; its cores have the
 * first assumption only. */
static enum answer told;

struct liar {
	struct solver base;
};

static struct solver *liar_open(struct terms *terms, const struct solver_config *config);

static void liar_add(struct solver *s, term fact) {
	(void)s;
	(void)fact;
}

static term core_of_liar;

static enum answer liar_check(struct solver *s, const term *assume, size_t n) {
	core_of_liar = n ? assume[0] : NO_TERM;
	s->reason = told == ANSWER_UNKNOWN ? "does not feel like it" : NULL;
	return told;
}

static bool liar_value(struct solver *s, term t, struct arena *a, struct bits *out) {
	struct sort sort = term_sort(s->terms, t);
	*out = bits_u64(a, sort.kind == SORT_BOOL ? 1 : sort.width, 0);
	return true;
}

static bool liar_in_core(struct solver *s, term assumed) {
	(void)s;
	return term_eq(assumed, core_of_liar);
}

static void liar_scope(struct solver *s) {
	(void)s;
}

static void liar_close(struct solver *s) {
	free(s);
}

static const struct solver_ops liar = {
    .name = "liar",
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH,
    .open = liar_open,
    .add = liar_add,
    .check = liar_check,
    .value = liar_value,
    .in_core = liar_in_core,
    .push = liar_scope,
    .pop = liar_scope,
    .close = liar_close,
};

static struct solver *liar_open(struct terms *terms, const struct solver_config *config) {
	(void)config;
	struct liar *l = calloc(1, sizeof *l);
	if (!l)
		abort();
	l->base = (struct solver){.ops = &liar, .terms = terms};
	return &l->base;
}

static const struct solver_ops *honest(void) {
	return solver_table[0];
}

static struct solver *open_checked(const struct solver_ops *first,
                                   const struct solver_ops *second) {
	struct solver_config config = {.first = first, .second = second};
	return checked_ops(first).open(ts, &config);
}

static term below(uint64_t bound) {
	return term_ult(ts, term_var(ts, sort_bv(32), "x"), term_u64(ts, 32, bound));
}

static term above(uint64_t bound) {
	return term_ult(ts, term_u64(ts, 32, bound), term_var(ts, sort_bv(32), "x"));
}

static bool says(const struct solver *s, const char *text) {
	return s->bug && strstr(s->bug, text) && s->reason && strstr(s->reason, text);
}

static void test_wrong_unsat(void) {
	struct solver *s = open_checked(&liar, honest());
	told = ANSWER_UNSAT;
	s->ops->add(s, below(10));
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN);
	CHECK(says(s, "liar") && says(s, honest()->name) && says(s, "the second has a model"));
	CHECK(says(s, "1 facts, 3 terms"));
	term all[] = {above(3), above(4)}; /* and with assumptions */
	s->bug = NULL;
	CHECK(s->ops->check(s, all, 2) == ANSWER_UNKNOWN && says(s, "the second has a model"));
	s->bug = NULL;
	s->ops->push(s);
	s->ops->add(s, above(20));
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNSAT && !s->bug); /* true by chance */
	s->ops->pop(s);
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && s->bug);
	s->ops->close(s);
}

static void test_wrong_sat(void) {
	struct solver *s = open_checked(&liar, honest());
	told = ANSWER_SAT;
	s->ops->add(s, below(10));
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_SAT && !s->bug); /* 0 is a model */
	term low[] = {above(5)};
	CHECK(s->ops->check(s, low, 1) == ANSWER_UNKNOWN && says(s, "its model is wrong"));
	s->bug = NULL;
	s->ops->add(s, above(20));
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && says(s, "its model is wrong"));
	s->ops->close(s);
}

static void test_bad_core(void) {
	struct solver *s = open_checked(&liar, honest());
	told = ANSWER_UNSAT;
	term all[] = {below(10), above(5), above(20)}; /* unsat, but not because of the first */
	CHECK(s->ops->check(s, all, 3) == ANSWER_UNKNOWN && says(s, "core is none"));
	s->bug = NULL;
	term no[] = {term_and(ts, below(10), above(20)), above(5)};
	CHECK(s->ops->check(s, no, 2) == ANSWER_UNSAT && !s->bug && s->ops->in_core(s, no[0]));
	s->ops->close(s);
}

static void test_lying_second(void) {
	struct solver *s = open_checked(honest(), &liar);
	s->ops->add(s, below(10));
	told = ANSWER_UNSAT;
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && says(s, "the second says unsat"));
	s->bug = NULL;
	told = ANSWER_UNKNOWN;
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_SAT && !s->bug);
	s->ops->add(s, above(20));
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNSAT && !s->bug);
	told = ANSWER_SAT;
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && says(s, "the second's model is wrong"));
	s->ops->close(s);
}

static void test_first_gives_up(void) {
	struct solver *s = open_checked(&liar, honest());
	told = ANSWER_UNKNOWN;
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && !s->bug);
	CHECK(s->reason && !strcmp(s->reason, "does not feel like it"));
	s->ops->close(s);
}

/* Everything passes through, arrays included. */
static void test_honest(const struct solver_ops *first) {
	const struct solver_ops *second = checked_second(first);
	if (!second)
		return;
	CHECK(second != first);
	struct solver *s = open_checked(first, second);
	CHECK(s->ops->caps == first->caps);
	term x = term_var(ts, sort_bv(32), "x"), a = term_var(ts, sort_array(32, 8), "a");
	term read = term_select(ts, term_store(ts, a, x, term_u64(ts, 8, 7)), term_u64(ts, 32, 3));
	term fact = term_equal(ts, read, term_u64(ts, 8, 9));
	s->ops->add(s, fact);
	CHECK(s->ops->check(s, NULL, 0) == ANSWER_SAT && !s->bug);
	struct bits b;
	CHECK(s->ops->value(s, x, arena, &b) && b.lo != 3);
	struct model *m = model_from_solver(s, &fact, 1);
	CHECK(m && model_holds(m, fact));
	model_close(m);
	term all[] = {above(2), below(1000), below(4)};
	CHECK(s->ops->check(s, all, 3) == ANSWER_UNSAT && !s->bug);
	CHECK(s->ops->in_core(s, all[0]) && s->ops->in_core(s, all[2]));
	CHECK(s->ops->check(s, all, 2) == ANSWER_SAT && !s->bug);
	if (s->ops->interrupt) {
		s->ops->interrupt(s); /* the next check returns at once, the one after does not */
		CHECK(s->ops->check(s, NULL, 0) == ANSWER_UNKNOWN && !s->bug);
		CHECK(s->ops->check(s, NULL, 0) == ANSWER_SAT && !s->bug);
	}
	s->ops->close(s);
}

/* The question of the first lie is kept, as a file that solvers read. */
static void test_file(const char *dir) {
	struct solver *s = open_checked(&liar, honest());
	told = ANSWER_UNSAT;
	s->ops->add(s, below(10));
	s->ops->check(s, NULL, 0);
	const char *see = s->bug ? strstr(s->bug, "see ") : NULL;
	CHECK(see && !strncmp(see + 4, dir, strlen(dir)));
	char path[300] = "", line[200] = "";
	if (see)
		sscanf(see, "see %299[^)]", path);
	FILE *f = fopen(path, "r");
	CHECK(f && fgets(line, sizeof line, f) && strstr(line, "set-logic"));
	if (f)
		fclose(f);
	unlink(path);
	s->ops->close(s);
}

int main(void) {
	char dir[] = "/tmp/test_checked.XXXXXX";
	if (!mkdtemp(dir))
		return 1;
	setenv("TMPDIR", dir, 1);
	ts = terms_open();
	arena = arena_open();
	test_file(dir);
	test_wrong_unsat();
	test_wrong_sat();
	test_bad_core();
	test_lying_second();
	test_first_gives_up();
	for (size_t i = 0; solver_table[i]; i++)
		if (!solver_table[i]->missing) /* those that need no program of others */
			test_honest(solver_table[i]);
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	rmdir(dir);
	return check_done("checked");
}
