/* The table of reductions: with which limits of the search each of them is on. */
#include "symex/reduction.h"

#include <string.h>

#include "goto/program/prog.h"
#include "symex/symex.h"
#include "tests/unit/check.h"

static struct symex_config config;

/* No limit, every reduction on. */
static void begin(void) {
	config = (struct symex_config){
	    .bounds = {.depth = NO_BOUND},
	    .schedules = {.order = ORDER_SWITCHES, .order_way = ORDER_BY_THEORY},
	};
}

/* Those that apply, as a set of bits. */
static uint64_t applying_with(struct reduction_scope scope) {
	uint64_t set = 0;
	scope.config = &config;
	for (unsigned i = 0; i < REDUCTION_N; i++)
		if (reduction_applies((enum reduction)i, &scope))
			set |= UINT64_C(1) << i;
	CHECK(set == reductions_applying(&scope));
	return set;
}

static const uint64_t POR = REDUCTION_BIT(POR), CACHE = REDUCTION_BIT(STATE_CACHE),
                      SAME = REDUCTION_BIT(SYMMETRY), DEAD = REDUCTION_BIT(DEAD_LOCALS),
                      GUIDED = REDUCTION_BIT(ASSERTION_GUIDED),
                      LOCKS = REDUCTION_BIT(LOCK_PROTECTION), PRUNE = REDUCTION_BIT(PRUNE);

/* Of those that have an option of their own and are of the tree. */
static uint64_t applying(uint32_t preemption_bound, uint32_t decision_bound) {
	struct reduction_scope scope = {.context_bound = NO_BOUND,
	                                .preemption_bound = preemption_bound,
	                                .decision_bound = decision_bound};
	return applying_with(scope) & (POR | CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE);
}

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
	config.without |= POR;
	CHECK(applying(NO_BOUND, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | LOCKS | PRUNE));
	config.without |= LOCKS;
	CHECK(applying(NO_BOUND, NO_BOUND) == (CACHE | SAME | DEAD | GUIDED | PRUNE));
	config.without |= CACHE;
	CHECK(applying(NO_BOUND, NO_BOUND) == (SAME | DEAD | GUIDED | PRUNE));
	config.without |= SAME | DEAD;
	CHECK(applying(NO_BOUND, NO_BOUND) == (GUIDED | PRUNE));
	config.without |= GUIDED;
	CHECK(applying(NO_BOUND, NO_BOUND) == PRUNE);
	config.without |= PRUNE;
	CHECK(applying(NO_BOUND, NO_BOUND) == 0);
	CHECK(!strcmp(reduction_table[REDUCTION_POR].name, "por"));
	CHECK(!strcmp(reduction_limit_text[LIMIT_IX_DEPTH], "--depth"));
	CHECK(reduction_find("por") == REDUCTION_POR && reduction_find("owners") == REDUCTION_OWNERS);
	CHECK(reduction_find("no such") == REDUCTION_N);
}

/* Which reductions each limit switches off.  A change of the table that is meant has to be made
 * here, too: without it, the search may leave out what changes the verdict. */
#define ONLY_THEORY                                                                                \
	(REDUCTION_BIT(EXCLUSION) | REDUCTION_BIT(OWNERS) | REDUCTION_BIT(SUMS) |                      \
	 REDUCTION_BIT(LOCAL_FACTS) | REDUCTION_BIT(INTERVALS) | REDUCTION_BIT(SOURCES) |              \
	 REDUCTION_BIT(INDUCTIVE_BOUNDS) | REDUCTION_BIT(PROGRESS) | REDUCTION_BIT(NO_FORMULA) |       \
	 REDUCTION_BIT(READ_RANGES) | REDUCTION_BIT(CLOSED_LOOPS))

/* What takes accesses, or sections, for something that orders nothing else. */
#define ORDERS_NOTHING                                                                             \
	(REDUCTION_BIT(CRITICAL_SECTIONS) | REDUCTION_BIT(EXCLUSION) | REDUCTION_BIT(OWNERS) |         \
	 REDUCTION_BIT(EVENT_SLICE) | REDUCTION_BIT(FUSED_ADDITIONS))

static void test_pinned(void) {
	const uint64_t slice = REDUCTION_BIT(SLICE), private = REDUCTION_BIT(PRIVATE_OBJECTS),
	               runner = REDUCTION_BIT(ANY_RUNNER) | REDUCTION_BIT(JOINED_SETS),
	               releases = REDUCTION_BIT(RELEASES), net = REDUCTION_BIT(NET_EFFECT),
	               waits = REDUCTION_BIT(WAITS_HOLD), sliced = REDUCTION_BIT(SLICE_WAITS);
	const uint64_t off[LIMIT_N] = {
	    [LIMIT_IX_CONTEXT_BOUND] = runner | sliced | releases,
	    [LIMIT_IX_PREEMPTION_BOUND] = runner | POR | LOCKS | sliced | releases,
	    [LIMIT_IX_DECISION_BOUND] = runner | POR | LOCKS | sliced | releases,
	    [LIMIT_IX_DEPTH] = POR | CACHE | SAME | DEAD | GUIDED | LOCKS | slice,
	    [LIMIT_IX_RANDOM_ORDER] = POR | LOCKS,
	    [LIMIT_IX_ALL_RUNS] = DEAD | LOCKS | private | slice,
	    [LIMIT_IX_INCREMENTAL] = slice,
	    [LIMIT_IX_DRAWN] = DEAD | LOCKS | private | slice,
	    [LIMIT_IX_COVER] = slice,
	    [LIMIT_IX_SHOWN] = slice,
	    [LIMIT_IX_TRANSCRIPT] = slice,
	    [LIMIT_IX_RACES] = GUIDED | REDUCTION_BIT(NO_FORMULA) | net,
	    [LIMIT_IX_WEAK_RACES] =
	        SAME | REDUCTION_BIT(JOINED_SETS) | slice | ORDERS_NOTHING | releases | net,
	    [LIMIT_IX_LEAKS] = GUIDED | DEAD | slice,
	    [LIMIT_IX_LOCK_ORDER] = slice,
	    [LIMIT_IX_SIGNAL_SAFETY] = slice,
	    [LIMIT_IX_OTHER_ORDERS] = ONLY_THEORY,
	    [LIMIT_IX_ITERATIONS] = slice,
	    [LIMIT_IX_TERMINATION] = slice,
	    [LIMIT_IX_FOLLOWED] = GUIDED | SAME | slice,
	    [LIMIT_IX_INVARIANTS] = slice,
	    [LIMIT_IX_RUNS] = slice,
	    [LIMIT_IX_HANDLERS] = GUIDED | SAME | LOCKS | private | waits | slice | releases | net,
	    [LIMIT_IX_JUMPS] = SAME | slice,
	    [LIMIT_IX_CLIENT] = GUIDED | SAME | slice,
	    [LIMIT_IX_PROGRESS] = POR | GUIDED | SAME | LOCKS | REDUCTION_BIT(LOCK_DISCIPLINE) | waits |
	                          private | REDUCTION_BIT(JOINED_SETS) | slice | releases | net,
	};
	for (unsigned i = 0; i < LIMIT_N; i++)
		for (unsigned k = 0; k < REDUCTION_N; k++)
			CHECK((reduction_table[k].off >> i & 1) == (off[i] >> k & 1));
}

/* Every limit of every entry switches it off, and no other does. */
static void test_table(void) {
	struct goto_prog prog = {0};
	struct function handler = {0};
	struct monitor_hooks hooks = {0};
	for (unsigned i = 0; i < LIMIT_N; i++) {
		begin();
		prog = (struct goto_prog){0};
		struct reduction_scope scope = {.prog = &prog,
		                                .context_bound = NO_BOUND,
		                                .preemption_bound = NO_BOUND,
		                                .decision_bound = NO_BOUND};
		uint64_t all = applying_with(scope);
		CHECK(all == (UINT64_C(1) << REDUCTION_N) - 1);
		switch ((enum reduction_limit_ix)i) {
		case LIMIT_IX_CONTEXT_BOUND: scope.context_bound = 3; break;
		case LIMIT_IX_PREEMPTION_BOUND: scope.preemption_bound = 3; break;
		case LIMIT_IX_DECISION_BOUND: scope.decision_bound = 3; break;
		case LIMIT_IX_DEPTH: config.bounds.depth = 3; break;
		case LIMIT_IX_RANDOM_ORDER: config.schedules.order = ORDER_RANDOM; break;
		case LIMIT_IX_ALL_RUNS: config.schedules.all_runs = true; break;
		case LIMIT_IX_INCREMENTAL: config.schedules.incremental = true; break;
		case LIMIT_IX_SHOWN: config.vcc = stdout; break;
		case LIMIT_IX_TRANSCRIPT: config.smt2 = stdout; break;
		case LIMIT_IX_RACES: config.schedules.race_check = true; break;
		case LIMIT_IX_WEAK_RACES: config.schedules.race_orders = true; break;
		case LIMIT_IX_LEAKS: config.leak_check = true; break;
		case LIMIT_IX_LOCK_ORDER: config.schedules.lock_order_check = true; break;
		case LIMIT_IX_SIGNAL_SAFETY: config.async_signal_check = true; break;
		case LIMIT_IX_OTHER_ORDERS: config.schedules.order_way = ORDER_BY_EAGER; break;
		case LIMIT_IX_TERMINATION: config.termination = true; break;
		case LIMIT_IX_FOLLOWED: config.monitor.hooks = &hooks; break;
		case LIMIT_IX_HANDLERS: prog.interrupt.function = &handler; break;
		case LIMIT_IX_JUMPS: prog.has_jumps = true; break;
		case LIMIT_IX_DRAWN:
		case LIMIT_IX_COVER:
		case LIMIT_IX_ITERATIONS:
		case LIMIT_IX_RUNS:
		case LIMIT_IX_CLIENT:
		case LIMIT_IX_INVARIANTS: scope.more = 1u << i; break;
		case LIMIT_IX_PROGRESS: config.library.progress = PROGRESS_LIVENESS; break;
		case LIMIT_N: break;
		}
		uint64_t left = applying_with(scope);
		CHECK(left != all); /* it is a limit of something */
		/* Termination is a kind of progress. */
		unsigned set = 1u << i | (i == LIMIT_IX_TERMINATION ? LIMIT_PROGRESS : 0);
		for (unsigned k = 0; k < REDUCTION_N; k++)
			CHECK((left >> k & 1) != ((reduction_table[k].off & set) != 0));
	}
	begin();
	config.without = REDUCTION_BIT(OWNERS) | REDUCTION_BIT(SLICE) | POR;
	struct reduction_scope scope = {
	    .context_bound = NO_BOUND, .preemption_bound = NO_BOUND, .decision_bound = NO_BOUND};
	CHECK(!(applying_with(scope) & config.without));
	config.without = ~UINT64_C(0);
	CHECK(!applying_with(scope));
	for (unsigned i = 0; i < REDUCTION_N; i++)
		CHECK(*reduction_table[i].name && *reduction_table[i].sound && *reduction_table[i].help);
}

int main(void) {
	test_limits();
	test_options();
	test_pinned();
	test_table();
	return check_done("reduction");
}
