/* Levels of deepening: shares of work, what one subsumes, numbers that come again. */
#include "symex/lazy/levels.h"

#include "symex/bounds.h"
#include "symex/config.h"
#include "tests/unit/check.h"

static const struct symex_config config = {
    .bounds = {.unwind = NO_BOUND, .first_unwind = 1, .max_unwind = 3}};
static const struct symex execution = {.config = &config};

static struct deepening iterations(uint32_t unwind, uint64_t constant) {
	return (struct deepening){.unwind = unwind, .constant_iterations = constant};
}

static uint32_t number_of(struct levels *l, struct deepening d) {
	return levels_number(l, &d);
}

/* Three levels with unwindings 1, 2 and 3. */
static struct levels three_levels(void) {
	struct levels l;
	levels_open(&l, iterations(1, 64), 0);
	CHECK(levels_deepen(&l, &execution) && levels_deepen(&l, &execution));
	return l;
}

static void test_deepen(void) {
	struct levels l = three_levels();
	CHECK(l.n == 3 && l.at[2].loops.unwind == 3 && l.at[2].loops.constant_iterations == 64 * 64);
	CHECK(!levels_deepen(&l, &execution) && l.n == 3); /* --max-unwind 3 */
	CHECK(l.at[1].few == NO_BOUND && !l.at[1].too_short && !l.at[1].context);
}

/* Each has half as much as the one before, but not too little; a lengthened one shares with the
 * longer one. */
static void test_share(void) {
	struct levels l = three_levels();
	CHECK(levels_share(&l, 0, 1000, 1) == 1000);
	CHECK(levels_share(&l, 1, 1000, 1) == 500 && levels_share(&l, 2, 1000, 1) == 250);
	CHECK(levels_share(&l, 2, 1000, 400) == 400);
	struct level longer = {.loops = {.unwind = 1, .constant_iterations = 512}, .few = NO_BOUND};
	l.at[0].is_lengthened = levels_insert(&l, &l.at[0], &longer);
	CHECK(l.n == 4 && l.at[1].loops.constant_iterations == 512 && l.at[2].loops.unwind == 2);
	CHECK(levels_share(&l, 0, 1000, 1) == 500 && levels_share(&l, 1, 1000, 1) == 1000);
	CHECK(levels_share(&l, 2, 1000, 1) == 500 && levels_share(&l, 3, 1000, 1) == 250);
	l.first = 2;
	CHECK(levels_share(&l, 2, 1000, 1) == 1000);
}

static void test_subsume(void) {
	struct levels l = three_levels();
	l.at[0].context = 1;
	l.at[1].context = 4;
	l.at[2].context = 3;
	levels_subsume(&l, 2);
	CHECK(l.at[0].context == 3 && l.at[1].context == 4);
	levels_subsume(&l, 0);
	CHECK(l.at[2].context == 3);
	levels_restart(&l);
	CHECK(!l.at[0].context && !l.at[1].context && !l.at[2].context);
}

/* What was cut belongs to the number; one that is not given again takes that along. */
static void test_numbers(void) {
	struct levels l = three_levels();
	const struct deepening few = iterations(1, 64), many = iterations(1, 512),
	                       other = iterations(7, 64);
	uint32_t a = levels_number(&l, &few), b = levels_number(&l, &many);
	CHECK(a != b && levels_number(&l, &few) == a && levels_number(&l, &many) == b);
	levels_deepened(&l, a)->too_short = true;
	CHECK(levels_deepened(&l, levels_number(&l, &few))->too_short);
	CHECK(!levels_deepened(&l, b)->too_short);
	uint32_t c = levels_number(&l, &other);
	CHECK(levels_numbers(&l) == (1ull << a | 1ull << b) && c != a && c != b);
	levels_renumber(&l, &few);
	uint32_t d = levels_number(&l, &few);
	CHECK(d != a && d != b && d != c && !levels_deepened(&l, d)->too_short);
}

/* When the list is full, numbers are given once. */
static void test_many_numbers(void) {
	struct levels l = three_levels();
	for (uint32_t i = 1; i <= MAX_ITERATIONS; i++)
		CHECK(number_of(&l, iterations(i, 64)) == i);
	const struct deepening more = iterations(1000, 64);
	uint32_t a = levels_number(&l, &more), b = levels_number(&l, &more);
	CHECK(a > MAX_ITERATIONS && b > a && !levels_deepened(&l, a) && !levels_deepened(&l, b));
	CHECK(number_of(&l, iterations(5, 64)) == 5);
}

int main(void) {
	test_deepen();
	test_share();
	test_subsume();
	test_numbers();
	test_many_numbers();
	return check_done("levels");
}
