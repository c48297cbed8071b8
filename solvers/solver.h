/* solvers/solver.h -- the plug point of the backends: a table of functions over terms.
 *
 *   open --> add ... push add ... check(assumptions) --SAT--> value ...
 *                                                   --UNSAT--> in_core ...   --> pop --> close
 *
 * A pop removes the assertions that were added after the matching push.  Assumptions hold for one
 * check only.  After ANSWER_UNKNOWN 'reason' says why: time, memory, an incomplete theory.
 */
#ifndef SOLVERS_SOLVER_H
#define SOLVERS_SOLVER_H

#include <stdbool.h>
#include <stddef.h>

#include "solvers/term/term.h"

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

/* Every backend takes assumptions and scopes.  One without ASSUME or PUSH starts from scratch at
 * each check; one without CORE returns all assumptions as the core. */
enum solver_cap {
	SOLVER_ASSUME = 1,
	SOLVER_CORE = 2,
	SOLVER_PUSH = 4,
	SOLVER_ARRAYS = 8,
	SOLVER_KEEP = 16, /* a kept solver answers a query like the last one faster than a new solver */
	SOLVER_INTEGERS = 32, /* can take bit-vectors for integers (--ir) */
	SOLVER_WORK = 64,     /* counts its work (process/work.h) */
};

struct solver_config {
	double timeout_seconds;                  /* per check; 0: none */
	size_t memory_bytes;                     /* 0: none */
	const char *command;                     /* backends behind a pipe */
	const struct sat_engine *sat_engine;     /* of sat; NULL: the first of sat_engines */
	bool integers;                           /* bit-vectors are integers; needs SOLVER_INTEGERS */
	const struct solver_ops *first, *second; /* of checked.h only */
	/* Per check of a SAT solver, in a unit of its own that no clock measures: the same formula
	 * always needs as much.  0: any. */
	uint64_t effort;
	/* Per check of a question that may stay unanswered, in seconds: of work where the solver counts
	 * it, of time elsewhere.  0: none. */
	double budget_seconds;
	struct proof_folder *proofs; /* of what SAT solvers decide (proof_file.h); NULL: none */
};

/* Seconds per check of a solver that does not count its work; 0: any. */
static inline double solver_seconds(const struct solver_config *c) {
	bool is_limited = c->budget_seconds > 0 &&
	                  !(c->timeout_seconds > 0 && c->timeout_seconds < c->budget_seconds);
	return is_limited ? c->budget_seconds : c->timeout_seconds;
}

/* Every backend's object starts with this. */
struct solver {
	const struct solver_ops *ops;
	struct terms *terms;
	const char *reason; /* after ANSWER_UNKNOWN: one line */
	const char *bug;    /* set for good once an answer was caught wrong (checked.h): one line */
};

struct solver_ops {
	const char *name;
	unsigned caps;
	const char *(*version)(void);
	/* Why the backend cannot be used, such as a program that is not installed; NULL: it can.  The
	 * member is NULL if it always can. */
	const char *(*missing)(struct arena *, const struct solver_config *);
	struct solver *(*open)(struct terms *, const struct solver_config *);
	void (*add)(struct solver *, term assertion);
	enum answer (*check)(struct solver *, const term *assume, size_t n);
	bool (*value)(struct solver *, term, struct arena *,
	              struct bits *out); /* after SAT; booleans: width 1 */
	/* After SAT: the i-th index at which the model gives an array variable an element of its own;
	 * false: there are no more.  NULL: the backend does not list them. */
	bool (*index)(struct solver *, term array_var, size_t i, struct arena *, struct bits *out);
	bool (*in_core)(struct solver *, term assumed); /* after UNSAT, needs SOLVER_CORE */
	void (*push)(struct solver *);
	void (*pop)(struct solver *);
	void (*interrupt)(struct solver *); /* from a signal handler or another thread; may be NULL */
	/* Limits each check from now on to so many units of work (process/work.h); 0: to the effort of
	 * the configuration.  May be NULL: the backend has no such limit. */
	void (*limit)(struct solver *, uint64_t units);
	void (*close)(struct solver *);
};

#endif
