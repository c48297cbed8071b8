/* CaDiCaL, through its C interface. */
#include "solvers/sat/sat_engine.h"

#include <ccadical.h>

static void *open_cadical(void) {
	CCaDiCaL *s = ccadical_init();
	ccadical_set_option(s, "quiet", 1);
	/* Free choices become zeros: inputs of a counterexample should be small. */
	ccadical_set_option(s, "phase", 0);
	return s;
}

static void close_cadical(void *s) {
	ccadical_release(s);
}

static void add(void *s, int literal) {
	ccadical_add(s, literal);
}

static void assume(void *s, int literal) {
	ccadical_assume(s, literal);
}

static int solve(void *s) {
	return ccadical_solve(s);
}

static int value(void *s, int variable) {
	return ccadical_val(s, variable);
}

static int failed(void *s, int literal) {
	return ccadical_failed(s, literal);
}

static void set_stop(void *s, void *context, int (*stop)(void *context)) {
	ccadical_set_terminate(s, context, stop);
}

const struct sat_engine sat_cadical = {
    .name = "cadical",
    .version = ccadical_signature,
    .open = open_cadical,
    .close = close_cadical,
    .add = add,
    .assume = assume,
    .solve = solve,
    .value = value,
    .failed = failed,
    .set_stop = set_stop,
    .look = 300,
#ifdef NO_CADICAL_PROOF
    .proving = &sat_own,
#else
    .proving = &sat_cadical_proving,
#endif
};
