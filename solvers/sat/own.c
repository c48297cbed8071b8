/* Our own SAT solver, cdcl.h. */
#include "solvers/sat/cdcl.h"
#include "solvers/sat/sat_engine.h"

static const char *version(void) {
	return "own";
}

static void *open_own(void) {
	return cdcl_open();
}

static void close_own(void *s) {
	cdcl_close(s);
}

static void add(void *s, int literal) {
	cdcl_add(s, literal);
}

static void assume(void *s, int literal) {
	cdcl_assume(s, literal);
}

static void prefer(void *s, const int *literals, size_t n) {
	cdcl_prefer(s, literals, n);
}

static int solve(void *s) {
	return cdcl_solve(s);
}

static int value(void *s, int variable) {
	return cdcl_value(s, variable);
}

static int failed(void *s, int literal) {
	return cdcl_failed(s, literal);
}

static void set_stop(void *s, void *context, int (*stop)(void *context)) {
	cdcl_set_stop(s, context, stop);
}

static size_t bytes(const void *s) {
	return cdcl_bytes(s);
}

const struct sat_engine sat_own = {
    .name = "own",
    .version = version,
    .open = open_own,
    .close = close_own,
    .add = add,
    .assume = assume,
    .prefer = prefer,
    .solve = solve,
    .value = value,
    .failed = failed,
    .set_stop = set_stop,
    .look = 15000,
    .bytes = bytes,
};
