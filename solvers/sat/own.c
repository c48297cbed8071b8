/* Our own SAT solver, cdcl.h. */
#include "solvers/proof_file.h"
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

/* A theory writes its lemmas itself, with their reasons. */
static void step(void *file, enum cdcl_step kind, const int *at, size_t n) {
	switch (kind) {
	case CDCL_STEP_INPUT: proof_given(file, at, n); break;
	case CDCL_STEP_LEARNT: proof_learnt(file, at, n); break;
	case CDCL_STEP_DELETED: proof_deleted(file, at, n); break;
	case CDCL_STEP_THEORY: break;
	}
}

static void prove(void *s, struct proof_file *file) {
	cdcl_set_proof(s, file, step);
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
    .prove = prove,
};
