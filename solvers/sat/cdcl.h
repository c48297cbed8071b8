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
/* Decisions begin with these, in their order, as far as they can be true: a model then has a set of
 * them to which none can be added, given those before it.  Until the next call. */
void cdcl_prefer(struct cdcl *, const int *literals, size_t n);
enum cdcl_answer cdcl_solve(struct cdcl *); /* CDCL_UNKNOWN: it was stopped */

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
	CDCL_STEP_THEORY, /* holds in the theory; nothing here proves it */
};
/* Must be called before the first clause is added. */
void cdcl_set_proof(struct cdcl *, void *context,
                    void (*step)(void *context, enum cdcl_step, const int *literals, size_t n));

/* A theory that takes part in the search: it is told which of its literals become true, and says
 * what follows from them.
 *
 *   cdcl_set_theory --> cdcl_observe ... --> cdcl_solve calls
 *       assigned    when propagation of clauses has ended: may call cdcl_imply, cdcl_lemma
 *       backtrack   when literals are no longer true
 *       explain     when a conflict is analysed: calls cdcl_explain once
 *       check       when every variable has a value: may do what 'assigned' may; if it does
 *                   nothing, the assignment is a model
 *
 * Of this header, theories also call cdcl_value and cdcl_observe there, and nothing else. */
struct cdcl_theory {
	/* These became true, in this order, after those that the theory was told before. */
	void (*assigned)(void *context, const int *literals, size_t n);
	/* Of all literals that the theory was told, the first n are still true. */
	void (*backtrack)(void *context, size_t n);
	/* Why a literal of cdcl_imply holds; also called within cdcl_imply. */
	void (*explain)(void *context, int literal);
	void (*check)(void *context); /* NULL: 'assigned' finds every conflict */
};
/* Must be called before the first cdcl_solve. */
void cdcl_set_theory(struct cdcl *, const struct cdcl_theory *, void *context);
void cdcl_observe(struct cdcl *, int variable); /* by the theory: only if it has no value */
/* Takes back all decisions of the last cdcl_solve, so that the theory sees what is true for ever.
 */
void cdcl_reset(struct cdcl *);

/* The literal follows from those that are true now.  False: it is false, so there is a conflict,
 * and what else is implied is ignored. */
bool cdcl_imply(struct cdcl *, int literal);
/* A clause that holds in the theory, of any literals, also of new variables.  If it is not to be
 * kept, it may be deleted like a learnt one. */
void cdcl_lemma(struct cdcl *, const int *literals, size_t n, bool keep);
/* The clause that implied the literal: the literal itself, and others that were all false before it
 * became true. */
void cdcl_explain(struct cdcl *, const int *literals, size_t n);

#endif
