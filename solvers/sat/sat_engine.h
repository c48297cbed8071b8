/* solvers/sat/sat_engine.h -- what a SAT solver must offer: IPASIR, as a table.
 *
 * Variables are 1, 2, ...; a clause is added literal by literal and ends with 0.  Assumptions hold
 * for the next solve only.
 */
#ifndef SOLVERS_SAT_SAT_ENGINE_H
#define SOLVERS_SAT_SAT_ENGINE_H

#include <stddef.h>

struct proof_file;
struct solver_config;

struct sat_engine {
	const char *name; /* for --sat-engine */
	const char *(*version)(void);
	void *(*open)(void);
	void (*close)(void *);
	void (*add)(void *, int literal);
	void (*assume)(void *, int literal);
	/* Decisions begin with these literals; NULL: the solver has no say in it. */
	void (*prefer)(void *, const int *literals, size_t n);
	int (*solve)(void *);               /* 10: satisfiable, 20: not, 0: stopped */
	int (*value)(void *, int variable); /* after 10: true if > 0 */
	int (*failed)(void *, int literal); /* after 20: the assumption was needed */
	void (*set_stop)(void *, void *context, int (*stop)(void *context)); /* ends solve with 0 */
	unsigned look;                 /* units of work (process/work.h) between two calls of 'stop' */
	size_t (*bytes)(const void *); /* memory in use; NULL: it cannot tell */
	/* Right after 'open': writes a proof from now on.  NULL: 'proving' does. */
	void (*prove)(void *, struct proof_file *);
	const struct sat_engine *proving; /* takes its place where proofs are asked for */
};

extern const struct sat_engine sat_cadical, sat_cadical_proving, sat_own;

extern const struct sat_engine *const sat_engines[]; /* of this build; the first is the default */
const struct sat_engine *sat_engine_find(const char *name);           /* or NULL */
const struct sat_engine *sat_engine_of(const struct solver_config *); /* NULL is allowed */
const char *sat_engine_missing(const char *name); /* why this build lacks it; NULL: no such one */

#endif
