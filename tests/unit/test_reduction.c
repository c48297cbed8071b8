/* The table of reductions: with which limits of the search each of them is on. */
#include "symex/reduction.h"

#include <string.h>

#include "symex/symex.h"
#include "tests/unit/check.h"

static struct symex_config config;

/* No limit, every reduction on. */
static void begin(void) {
	config = (struct symex_config){
	    .bounds = {.depth = NO_BOUND},
	    .schedules = {.order = ORDER_SWITCHES,
	                  .por = true,
	                  .state_cache = true,
	                  .symmetry = true,
	                  .dead_locals = true,
	                  .assertion_guided = true,
	                  .lock_protection = true,
	                  .prune = true},
	};
}

/* Those that apply, as a set of bits. */
static unsigned applying(uint32_t preemption_bound, uint32_t decision_bound) {
	unsigned set = 0;
	for (unsigned i = 0; i < REDUCTION_N; i++)
		if (reduction_applies((enum reduction)i, &config, preemption_bound, decision_bound))
			set |= 1u << i;
	return set;
}

static const unsigned POR = REDUCTION_BIT(POR), CACHE = REDUCTION_BIT(STATE_CACHE),
                      SAME = REDUCTION_BIT(SYMMETRY), DEAD = REDUCTION_BIT(DEAD_LOCALS),
                      GUIDED = REDUCTION_BIT(ASSERTION_GUIDED),
                      LOCKS = REDUCTION_BIT(LOCK_PROTECTION), PRUNE = REDUCTION_BIT(PRUNE);

static void test_limits(void) {
	begin();
	CHECK(applying(NO_BOUND, NO_BOUND) == (POR | CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
	CHECK(applying(0, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	CHECK(applying(NO_BOUND, 0) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	CHECK(applying(3, 5) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	/* the bound that was given counts only where it is explored, the context bound nowhere */
	config.schedules.preemption_bound = config.schedules.decision_bound = 2;
	config.schedules.context_bound = 2;
	CHECK(applying(NO_BOUND, NO_BOUND) == (POR | CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
	config.bounds.depth = 10;
	CHECK(applying(NO_BOUND, NO_BOUND) == PRUNE);
	begin();
	config.schedules.order = ORDER_RANDOM;
	CHECK(applying(NO_BOUND, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	config.schedules.order = ORDER_DFS;
	CHECK(applying(NO_BOUND, NO_BOUND) == (POR | CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
	config.schedules.order = ORDER_GUIDE;
	CHECK(applying(NO_BOUND, NO_BOUND) == (POR | CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
}

static void test_options(void) {
	begin();
	config.schedules.por = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
	config.schedules.lock_protection = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	config.schedules.state_cache = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == (SAME | DEAD | GUIDED | PRUNE));
	config.schedules.symmetry = config.schedules.dead_locals = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == (GUIDED | PRUNE));
	config.schedules.assertion_guided = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == PRUNE);
	config.schedules.prune = false;
	CHECK(applying(NO_BOUND, NO_BOUND) == 0);
	CHECK(!strcmp(reduction_table[REDUCTION_POR].name, "por"));
	CHECK(!strcmp(reduction_limit_option[LIMIT_IX_DEPTH], "depth"));
}

int main(void) {
	test_limits();
	test_options();
	return check_done("reduction");
}
