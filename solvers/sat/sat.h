/* solvers/sat/sat.h -- the backend that makes circuits of terms and lets a SAT solver decide their
 * clauses.
 */
#ifndef SOLVERS_SAT_SAT_H
#define SOLVERS_SAT_SAT_H

#include <limits.h>

#include "solvers/proof_file.h"
#include "solvers/sat/sat_engine.h"
#include "solvers/solver.h"

extern const struct solver_ops solver_sat;

/* A solver whose SAT solver has a guest: clauses or a theory about the truth of boolean terms that
 * the guest follows.  The SAT solver is kept as long as possible; when it has to be replaced, the
 * guest is told so and starts again. */
struct sat_guest {
	void (*opened)(void *context, void *sat); /* a new SAT solver, which has nothing yet */
	/* Before each solve, when all assertions and followed terms have been sent: sat_literal and
	 * sat_short_clause may be called here, and nowhere else.  False: it was stopped, or is too
	 * large. */
	bool (*sent)(void *context);
};

/* Of a solver of this backend: models are to have as many of these true as can be together, the
 * first ones first, until the next call; a SAT solver that cannot do that ignores it. */
void sat_prefer(struct solver *, const term *, size_t n);

struct solver *sat_open_guest(struct terms *, const struct solver_config *,
                              const struct sat_guest *, void *context);
void sat_follow(struct solver *, term); /* a boolean term */

enum { SAT_TRUE = INT_MAX };
/* The literal that a followed term implies; SAT_TRUE, -SAT_TRUE: the term is constant. */
int sat_literal(struct solver *, term);
int sat_equivalent(struct solver *, term); /* the same, and it implies the term */
int sat_variable(struct solver *);         /* a new one, of no term */
/* A clause of at most SAT_CLAUSE_WIDTH literals, of which some may be SAT_TRUE or -SAT_TRUE. */
enum { SAT_CLAUSE_WIDTH = 4 };
void sat_short_clause(struct solver *, const int *literals, size_t n);
struct proof_file *sat_proof(struct solver *); /* of the SAT solver; NULL: none */
/* It was interrupted, time is up, or the clauses need more memory than there may be. */
bool sat_stopped(struct solver *);

#endif
