/* solvers/sat/cnf.h -- gates to clauses, on demand and by polarity (Plaisted and Greenbaum).
 *
 * Only gates below what is asserted reach the SAT engine, and of each only the implications in
 * the direction it is used.  So the engine's value of a gate may be wrong where it does not
 * matter; those of inputs are right, and gates_simulate computes the rest from them.
 */
#ifndef SOLVERS_SAT_CNF_H
#define SOLVERS_SAT_CNF_H

#include "solvers/blast/gates.h"
#include "solvers/proof_file.h"
#include "solvers/sat/sat_engine.h"

struct cnf {
	const struct gates *gates;
	const struct sat_engine *engine;
	void *sat;
	struct proof_file *proof; /* or NULL */
	int nvars;
	size_t nclauses;
	VEC(int) var;      /* by gate; 0: the engine does not know it */
	VEC(uint8_t) done; /* by gate: directions already sent */
	VEC(lit) todo, leaf, stack;
	VEC(int) prefix;    /* of the clauses that are being sent */
	VEC(uint32_t) seen; /* by gate: the last count that met it */
	uint32_t count;
};

/* proofs: the SAT solver writes one there; or NULL. */
void cnf_init(struct cnf *, const struct gates *, const struct sat_engine *,
              struct proof_folder *proofs);
void cnf_free(struct cnf *);

/* The engine's literal, which implies that 'a' holds: for clauses, assumptions. */
int cnf_literal(struct cnf *, lit a);
int cnf_variable(struct cnf *); /* of no gate */
/* Unless 'guard' is false (0: no guard), the disjunction holds. */
void cnf_clause(struct cnf *, int guard, const lit *a, size_t n);
/* Unless 'guard' is false, 'a' holds; conjunctions and disjunctions at the top need no variable. */
void cnf_assert(struct cnf *, int guard, lit a);
/* Gates at or below these: what a check of them is about. */
size_t cnf_below(struct cnf *, const lit *a, size_t n);
/* After the engine found a model: values of all gates. */
void cnf_read(struct cnf *, bool *value);

#endif
