/* Laws of floating point that a solver must prove from the circuits, and near misses that it must
 * refute.  Half precision keeps each proof short. */
#include "solvers/float/float_impl.h"

#include "solvers/model.h"
#include "solvers/z3/z3.h"
#include "tests/unit/check.h"

static struct terms *t;
static const struct fp_format *const f = &fp_half;
static term x, y, z, rne;

static enum answer ask(term fact) {
	struct solver_config config = {.timeout_seconds = 240};
	struct solver *s = solver_z3.open(t, &config);
	s->ops->add(s, fact);
	enum answer answer = s->ops->check(s, NULL, 0);
	if (answer == ANSWER_SAT) { /* the evaluator must agree with the solver's model */
		struct model *m = model_from_solver(s, &fact, 1);
		CHECK(model_holds(m, fact));
		model_close(m);
	}
	s->ops->close(s);
	return answer;
}

static bool valid(term law) {
	return ask(term_not(t, law)) == ANSWER_UNSAT;
}

static bool possible(term fact) {
	return ask(fact) == ANSWER_SAT;
}

static term number(const char *text) {
	return term_const(t, fp_parse(terms_arena(t), f, text));
}

static term is_number(term a) {
	return term_not(t, fp_is_nan(t, f, a));
}

static term is_finite(term a) {
	return term_not(t, term_or(t, fp_is_nan(t, f, a), fp_is_inf(t, f, a)));
}

static void test_sums(void) {
	/* the interface orders operands, so ask the circuits */
	CHECK(valid(term_equal(t, fp_circuit_add(t, f, rne, x, y), fp_circuit_add(t, f, rne, y, x))));
	CHECK(term_eq(fp_add(t, f, rne, x, y), fp_add(t, f, rne, y, x)));
	term zero = term_equal(t, fp_sub(t, f, rne, x, x), number("0"));
	CHECK(valid(term_equal(t, is_finite(x), zero)));
	CHECK(possible(fp_eq(t, f, fp_add(t, f, rne, x, number("1")), x)));
	term left = fp_add(t, f, rne, fp_add(t, f, rne, x, y), z);
	term right = fp_add(t, f, rne, x, fp_add(t, f, rne, y, z));
	CHECK(possible(term_and(t, is_finite(left), fp_lt(t, f, left, right))));
	/* a difference is zero only between equal numbers: what subnormals are for */
	term apart = term_and(t, is_finite(x), term_and(t, is_finite(y), fp_lt(t, f, x, y)));
	term gap = fp_sub(t, f, rne, y, x);
	CHECK(valid(term_implies(t, apart, fp_lt(t, f, number("0"), gap))));
}

static void test_rounding(void) {
	term up = fp_add(t, f, term_u64(t, 3, FP_UPWARD), x, y);
	term down = fp_add(t, f, term_u64(t, 3, FP_DOWNWARD), x, y);
	CHECK(valid(term_implies(t, is_number(up), fp_le(t, f, down, up))));
	CHECK(possible(fp_lt(t, f, down, up)));
	term whole = fp_round_to_integral(t, f, rne, x);
	CHECK(valid(term_equal(t, fp_round_to_integral(t, f, rne, whole), whole)));
	term floor = fp_round_to_integral(t, f, term_u64(t, 3, FP_DOWNWARD), x);
	CHECK(valid(term_implies(t, is_number(x), fp_le(t, f, floor, x))));
}

static void test_products(void) {
	CHECK(
	    valid(term_implies(t, is_number(x), term_equal(t, fp_mul(t, f, rne, x, number("1")), x))));
	term square = fp_mul(t, f, rne, x, x);
	CHECK(valid(term_implies(t, is_number(x), fp_le(t, f, number("0"), square))));
	CHECK(valid(term_not(t, fp_eq(t, f, square, number("3")))));
	CHECK(possible(fp_eq(t, f, square, number("2"))));
	term twice = fp_add(t, f, rne, x, x);
	CHECK(valid(term_equal(t, fp_mul(t, f, rne, x, number("2")), twice)));
	CHECK(valid(term_equal(t, fp_div(t, f, rne, x, number("0.5")), twice)));
	term nonzero = term_and(t, is_finite(x), term_not(t, fp_is_zero(t, f, x)));
	CHECK(valid(term_implies(t, nonzero, term_equal(t, fp_div(t, f, rne, x, x), number("1")))));
	term root = fp_sqrt(t, f, rne, x);
	CHECK(valid(term_implies(t, is_number(root), term_not(t, fp_lt(t, f, root, number("0"))))));
}

static void test_order(void) {
	term numbers = term_and(t, is_number(x), is_number(y));
	term less = fp_lt(t, f, x, y), back = fp_le(t, f, y, x);
	CHECK(valid(term_implies(t, numbers, term_xor(t, less, back))));
	CHECK(valid(term_implies(t, term_and(t, fp_le(t, f, x, y), back), fp_eq(t, f, x, y))));
	CHECK(possible(term_and(t, fp_eq(t, f, x, y), term_distinct(t, x, y)))); /* zeros */
	CHECK(possible(term_not(t, fp_eq(t, f, x, x))));                         /* NaN */
}

static void test_conversions(void) {
	term i = term_var(t, sort_bv(8), "i");
	term there = fp_from_int(t, f, rne, i, true);
	CHECK(valid(term_equal(t, fp_to_int(t, f, there, 8, true), i)));
	CHECK(valid(fp_fits_int(t, f, there, 8, true)));
	CHECK(possible(term_not(t, fp_fits_int(t, f, there, 8, false))));
	term wide = fp_convert(t, &fp_single, f, rne, x);
	CHECK(valid(
	    term_implies(t, is_number(x), term_equal(t, fp_convert(t, f, &fp_single, rne, wide), x))));
	/* narrow arithmetic is wide arithmetic rounded twice, for precisions this far apart */
	term c = number("0.1"), wide_c = fp_convert(t, &fp_single, f, rne, c);
	term wide_sum = fp_add(t, &fp_single, rne, wide, wide_c);
	CHECK(
	    valid(term_equal(t, fp_convert(t, f, &fp_single, rne, wide_sum), fp_add(t, f, rne, x, c))));
}

int main(void) {
	t = terms_open();
	x = term_var(t, sort_bv(16), "x");
	y = term_var(t, sort_bv(16), "y");
	z = term_var(t, sort_bv(16), "z");
	rne = term_u64(t, 3, FP_NEAREST_EVEN);
	test_sums();
	test_rounding();
	test_products();
	test_order();
	test_conversions();
	terms_close(t);
	return check_done("float_z3");
}
