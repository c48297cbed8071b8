/* Terms in place of variables, all at once; sets of conditions. */
#include "solvers/rewrite/substitute.h"

#include <string.h>

#include "symex/lazy/states/conditions.h"
#include "tests/unit/check.h"

static struct terms *ts;

static term word(const char *name) {
	return term_var(ts, sort_bv(32), name);
}

static term number(uint64_t value) {
	return term_u64(ts, 32, value);
}

/* x becomes y, y becomes x + 1, 'none' has no replacement, others stay. */
static term exchange(void *context, term var) {
	const char *name = term_name(ts, var);
	*(unsigned *)context += 1;
	if (!strcmp(name, "none"))
		return NO_TERM;
	if (!strcmp(name, "x"))
		return word("y");
	return strcmp(name, "y") ? var : term_add(ts, word("x"), number(1));
}

static term replaced(term t, uint32_t fuel) {
	unsigned asked = 0;
	struct substitution s = {ts, exchange, &asked, fuel, false, {0}};
	term got = substitute(&s, t);
	substitution_free(&s);
	return got;
}

static void test_substitution(void) {
	term x = word("x"), y = word("y"), z = word("z");
	term sum = term_add(ts, x, term_mul(ts, y, z));
	CHECK(term_eq(replaced(sum, 0), term_add(ts, y, term_mul(ts, term_add(ts, x, number(1)), z))));
	CHECK(term_eq(replaced(z, 0), z));
	CHECK(term_eq(replaced(number(7), 0), number(7)));
	CHECK(!replaced(term_add(ts, x, word("none")), 0).ix);
	CHECK(!replaced(sum, 1).ix); /* the fuel is used up */
	/* Constants fold on the way. */
	CHECK(term_is_true(ts, replaced(term_ult(ts, x, term_add(ts, x, number(0))), 0)) ==
	      term_is_true(ts, term_ult(ts, y, y)));
}

static void test_sharing(void) {
	unsigned asked = 0;
	struct substitution s = {ts, exchange, &asked, 0, false, {0}};
	term t = word("x");
	for (int i = 0; i < 60; i++) /* 2^60 paths through the term */
		t = term_bvxor(ts, term_mul(ts, t, number(3)), term_udiv(ts, t, number(7)));
	CHECK(substitute(&s, t).ix);
	CHECK(asked == 1);
	substitution_free(&s);
}

static void test_sets(void) {
	struct state_variables variables;
	struct conditions c;
	struct condition_list l = {0};
	state_variables_open(&variables);
	conditions_open(&c, ts, &variables);
	term a = term_ult(ts, word("x"), number(3)), b = term_ult(ts, word("y"), number(4));
	term d = term_equal(ts, word("z"), number(5));
	conditions_push(&c, &l, term_and(ts, a, term_and(ts, b, a)));
	conditions_push(&c, &l, term_true(ts));
	uint32_t ab = conditions_set(&c, &l), n;
	conditions_members(&c, ab, &n);
	CHECK(n == 2);
	conditions_push(&c, &l, d);
	conditions_push(&c, &l, b);
	uint32_t bd = conditions_set(&c, &l), abd = conditions_union(&c, ab, bd);
	CHECK(abd == conditions_union(&c, bd, ab));
	CHECK(conditions_union(&c, abd, ab) == abd);
	CHECK(conditions_union(&c, CONDITIONS_TRUE, ab) == ab);
	CHECK(conditions_union(&c, CONDITIONS_FALSE, ab) == CONDITIONS_FALSE);
	CHECK(term_eq(conditions_term(&c, ab), term_and(ts, a, b)));
	CHECK(term_is_false(ts, conditions_term(&c, CONDITIONS_FALSE)));
	CHECK(conditions_set(&c, &l) == CONDITIONS_TRUE);
	conditions_push(&c, &l, term_false(ts));
	CHECK(conditions_set(&c, &l) == CONDITIONS_FALSE);
	bool inputs;
	conditions_variables(&c, a, &n, &inputs);
	CHECK(n == 0 && inputs);
	conditions_close(&c);
	state_variables_close(&variables);
}

int main(void) {
	ts = terms_open();
	test_substitution();
	test_sharing();
	test_sets();
	terms_close(ts);
	return check_done("substitute");
}
