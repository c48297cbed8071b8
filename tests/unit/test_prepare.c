/* Terms before they become circuits: comparisons move into choices. */
#include "solvers/rewrite/prepare.h"
#include "solvers/term/eval.h"
#include "tests/unit/check.h"
#include "util/base/arena.h"

static struct terms *ts;
static struct prepare *p;

static term word(const char *name) {
	return term_var(ts, sort_bv(32), name);
}

static term flag(const char *name) {
	return term_var(ts, sort_bool(), name);
}

static bool becomes(term from, term to) {
	return term_eq(prepare_term(p, from), to);
}

static void test_comparisons(void) {
	term c = flag("c"), d = flag("d"), x = word("x"), y = word("y"), z = word("z");
	term k = term_u64(ts, 32, 7), choice = term_ite(ts, c, x, y);
	term nested = term_ite(ts, d, choice, z);
	CHECK(becomes(term_equal(ts, choice, k),
	              term_ite(ts, c, term_equal(ts, x, k), term_equal(ts, y, k))));
	CHECK(becomes(term_ult(ts, nested, k),
	              term_ite(ts, d, term_ite(ts, c, term_ult(ts, x, k), term_ult(ts, y, k)),
	                       term_ult(ts, z, k))));
	CHECK(
	    becomes(term_slt(ts, k, choice), term_ite(ts, c, term_slt(ts, k, x), term_slt(ts, k, y))));
	/* Equal to one of the variables it is chosen from. */
	CHECK(becomes(
	    term_equal(ts, nested, y),
	    term_ite(ts, d, term_or(ts, term_not(ts, c), term_equal(ts, x, y)), term_equal(ts, z, y))));
	/* Two choices by one condition, and by two: those stay. */
	term other = term_ite(ts, c, z, x), apart = term_ite(ts, d, z, x);
	CHECK(becomes(term_slt(ts, choice, other),
	              term_ite(ts, c, term_slt(ts, x, z), term_slt(ts, y, x))));
	CHECK(becomes(term_slt(ts, choice, apart), term_slt(ts, choice, apart)));
	/* What is added to a choice moves to the other side, and may cancel there. */
	term saved = term_ite(ts, c, x, term_add(ts, x, y)), all = term_add(ts, term_sub(ts, x, z), y);
	CHECK(becomes(term_equal(ts, term_sub(ts, saved, z), all),
	              term_or(ts, term_not(ts, c), term_is_zero(ts, y))));
	/* Below other operations. */
	term sum = term_add(ts, z, term_bool_to_bv(ts, term_equal(ts, choice, k), 32));
	term lifted = term_ite(ts, c, term_equal(ts, x, k), term_equal(ts, y, k));
	CHECK(becomes(sum, term_add(ts, z, term_bool_to_bv(ts, lifted, 32))));
	term a = term_var(ts, sort_array(32, 32), "a");
	CHECK(becomes(term_select(ts, term_store(ts, a, z, sum), y),
	              term_select(ts, term_store(ts, a, z, prepare_term(p, sum)), y)));
}

/* A counter that many steps may count up is never added to: its value is a choice. */
static void test_counters(void) {
	term n = term_u64(ts, 32, 0);
	for (int i = 0; i < 30; i++)
		n = term_ite(ts, term_fresh(ts, sort_bool(), "c"), term_add(ts, n, term_u64(ts, 32, 1)), n);
	term least = prepare_term(p, n);
	while (term_kind(ts, least) == TERM_ITE)
		least = term_arg(ts, least, 2);
	CHECK(term_eq(least, term_u64(ts, 32, 0)));
	CHECK(becomes(term_equal(ts, n, term_u64(ts, 32, 31)), term_false(ts)));
	CHECK(becomes(term_ult(ts, n, term_u64(ts, 32, 31)), term_true(ts)));
}

/* Merged many times: neither the stack nor the time grows with the depth. */
static void test_deep(void) {
	term t = word("x");
	for (int i = 0; i < 100000; i++) {
		term c = term_fresh(ts, sort_bool(), "c");
		t = term_ite(ts, c, term_add(ts, t, term_u64(ts, 32, 1)), i % 3 ? t : word("y"));
	}
	term asked = term_ult(ts, t, term_u64(ts, 32, 1000)), made = prepare_term(p, asked);
	struct model *m = model_open(ts);
	CHECK(model_holds(m, asked) == model_holds(m, made));
	model_close(m);
}

int main(void) {
	ts = terms_open();
	p = prepare_open(ts);
	test_comparisons();
	test_counters();
	test_deep();
	prepare_close(p);
	terms_close(ts);
	return check_done("prepare");
}
