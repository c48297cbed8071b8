/* Contradictions of sums by integer arithmetic: random comparisons of small numbers, against all
 * values. */
#include "symex/proof/arithmetic/integer.h"

#include "symex/proof/arithmetic/order.h"
#include "tests/unit/check.h"
#include "tests/unit/small_numbers.h"

enum { ITERATIONS = 3000, MOST_FACTS = 8, GOALS = 20 };

static unsigned long implied, missed, contradictions;

static struct truth everything(void) {
	struct truth all;
	for (int i = 0; i < WORDS; i++)
		all.word[i] = UINT64_MAX;
	return all;
}

/* The facts that are named contradict each other by themselves. */
static void check_core(const struct integers *s) {
	struct truth core = everything();
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (fact_set_has(&s->core, i))
			restrict_to(&core, s->fact[i]);
	CHECK(is_empty(&core));
	contradictions++;
}

static void check_goals(const struct integers *s, const struct truth *known) {
	for (int i = 0; i < GOALS; i++) {
		term goal = random_comparison();
		if (!order_is_comparison(TS, goal))
			continue;
		bool says = integers_imply(s, goal), is = is_within(known, goal);
		CHECK(!says || is);
		implied += says;
		missed += is && !says;
	}
}

static void one_iteration(void) {
	struct integers s;
	struct truth known = everything();
	integers_begin(&s, TS);
	for (int i = 1 + below(MOST_FACTS); i > 0; i--) {
		term t = random_comparison();
		if (!order_is_comparison(TS, t))
			continue;
		integers_fact(&s, t);
		restrict_to(&known, t);
	}
	integers_conclude(&s);
	if (s.is_false)
		check_core(&s);
	else
		check_goals(&s, &known);
}

int main(void) {
	small_numbers_open();
	HAS_DIFFERENCES = true;
	for (int i = 0; i < ITERATIONS; i++)
		one_iteration();
	/* Three bits overflow easily, and then nothing is concluded. */
	CHECK(implied > ITERATIONS / 3);
	CHECK(implied > missed / 8);
	CHECK(contradictions > ITERATIONS / 10);
	small_numbers_close();
	return check_done("proof_integer");
}
