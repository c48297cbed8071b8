/* A witness as a monitor: which thread it schedules next, and which conditions it has. */
#include "goto/program/monitor.h"

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"
#include "witness/instrument.h"

enum { NOT_CONSTANT = 99 };

/* The variables of the fixture hold these values. */
static const struct expr *state_var, *number_var;
static uint64_t state_now, number_now;

static bool value(const struct monitor_state *s, const struct expr *e, uint64_t *value) {
	(void)s;
	*value = e == state_var ? state_now : number_now;
	return *value != NOT_CONSTANT;
}

static const struct witness violation;

static uint32_t next_thread(const struct monitor *o, uint64_t state, uint64_t number) {
	struct monitor_state s = {.nthreads = 3, .value = value};
	state_now = state;
	number_now = number;
	return monitor_next_thread(o, &s);
}

static void test_no_monitor(void) {
	struct monitor none = {0};
	uint32_t n;
	CHECK(!monitor_end_condition(&none) && !monitor_race_condition(&none));
	CHECK(!monitor_race_sides(&none, &n));
	CHECK(next_thread(&none, 0, 1) == MONITOR_ANY_THREAD);
}

static void test_next_thread(void) {
	static const uint32_t thread[] = {0, 1, 2, WITNESS_ANY_THREAD};
	const struct expr *number[] = {NULL, number_var, NULL};
	struct guide guide = {state_var, thread, 4, number, 3};
	struct instrumentation w = {.witness = &violation, .guide = &guide};
	struct monitor o = instrument_monitor(&w);
	CHECK(next_thread(&o, 0, 0) == 0);
	CHECK(next_thread(&o, 1, 3) == 2 && next_thread(&o, 1, 1) == 0);
	CHECK(next_thread(&o, 1, 0) == MONITOR_ANY_THREAD); /* not created yet */
	CHECK(next_thread(&o, 1, 4) == MONITOR_ANY_THREAD); /* no such thread */
	CHECK(next_thread(&o, 1, NOT_CONSTANT) == MONITOR_ANY_THREAD);
	CHECK(next_thread(&o, 2, 1) == MONITOR_ANY_THREAD); /* nothing numbers it */
	CHECK(next_thread(&o, 3, 1) == MONITOR_ANY_THREAD);
	CHECK(next_thread(&o, 4, 1) == MONITOR_ANY_THREAD);
	CHECK(next_thread(&o, NOT_CONSTANT, 1) == MONITOR_ANY_THREAD);
	w.guide = NULL;
	CHECK(next_thread(&o, 0, 1) == MONITOR_ANY_THREAD);
}

static void test_conditions(void) {
	struct instrumentation w = {.witness = &violation,
	                            .end_condition = state_var,
	                            .race_condition = number_var,
	                            .nsides = 2};
	struct monitor o = instrument_monitor(&w);
	uint32_t n = 0;
	CHECK(monitor_end_condition(&o) == state_var && monitor_race_condition(&o) == number_var);
	CHECK(!monitor_race_sides(&o, &n) && n == 2);
	w.race_sides = number_var;
	CHECK(monitor_race_sides(&o, &n) == number_var);
}

/* Of a correctness witness every violation counts: nothing is monitored. */
static void test_correctness(void) {
	const struct witness correctness = {.is_correctness = true};
	struct instrumentation w = {.witness = &correctness, .end_condition = state_var};
	struct monitor o = instrument_monitor(&w);
	CHECK(!monitor_end_condition(&o));
}

int main(void) {
	fixture_open();
	state_var = expr_symbol(A, global("state", INT));
	number_var = expr_symbol(A, global("number", INT));
	test_no_monitor();
	test_next_thread();
	test_conditions();
	test_correctness();
	fixture_close();
	return check_done("monitor");
}
