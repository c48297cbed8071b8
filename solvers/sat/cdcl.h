/* solvers/sat/cdcl.h -- a SAT solver: conflict-driven clause learning.
 *
 * Variables are 1, 2, ...; a literal is a variable or its negative, as in DIMACS.
 *
 *   cdcl_open --> cdcl_add ... cdcl_assume ... cdcl_solve --SAT--> cdcl_value ...
 *                                                         --UNSAT--> cdcl_failed ...
 *             --> cdcl_add ... (clauses and what was learnt stay) --> cdcl_close
 *
 * Values last until the next cdcl_add, cdcl_assume or cdcl_solve; what failed, until the next
 * cdcl_solve.
 */
#ifndef SOLVERS_SAT_CDCL_H
#define SOLVERS_SAT_CDCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cdcl;

enum cdcl_answer { CDCL_UNKNOWN = 0, CDCL_SAT = 10, CDCL_UNSAT = 20 };

struct cdcl_stats {
	uint64_t conflicts, decisions, propagations, restarts;
	uint64_t reductions; /* of learnt clauses */
	uint64_t deleted;    /* clauses, by them and because a fixed literal satisfies them */
};

struct cdcl *cdcl_open(void);
void cdcl_close(struct cdcl *); /* NULL is allowed */

void cdcl_add(struct cdcl *, int literal);    /* 0 ends a clause */
void cdcl_assume(struct cdcl *, int literal); /* for the next cdcl_solve */
enum cdcl_answer cdcl_solve(struct cdcl *);   /* CDCL_UNKNOWN: it was stopped */

/* After CDCL_SAT: 1 or -1.  0: the variable is in no clause, so its value does not matter. */
int cdcl_value(const struct cdcl *, int variable);
/* After CDCL_UNSAT: the literal was assumed, and is one of those that cannot hold together. */
bool cdcl_failed(const struct cdcl *, int literal);

/* cdcl_solve calls it now and then, and ends when it returns something else than 0. */
void cdcl_set_stop(struct cdcl *, void *context, int (*stop)(void *context));
size_t cdcl_bytes(const struct cdcl *); /* memory in use */
const struct cdcl_stats *cdcl_stats(const struct cdcl *);

/* A proof in the manner of DRAT.  A learnt clause follows from those before it by unit propagation
 * (RUP); after CDCL_UNSAT one of them is the clause that no failed assumption holds, which is
 * empty if there were none. */
enum cdcl_step {
	CDCL_STEP_INPUT,
	CDCL_STEP_LEARNT,
	CDCL_STEP_DELETED,
};
/* Must be called before the first clause is added. */
void cdcl_set_proof(struct cdcl *, void *context,
                    void (*step)(void *context, enum cdcl_step, const int *literals, size_t n));

#endif
