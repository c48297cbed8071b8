/* symex/proof/check/lemma.h -- can formulas with comparisons of sums hold?
 *
 * A SAT solver is slow to see that n <= i - x and i <= m exclude m - x < n, and slower if it has to
 * see it for each of many cases.  So comparisons of sums are names at first, that is, the solver
 * may choose them as it likes.  If what it chooses cannot be, by integer arithmetic (integer.h), a
 * lemma is added that says so, and it is asked again.  Each lemma is proved by the same solver,
 * bit by bit, before it is used, once for all questions; so integer arithmetic only says where to
 * look, and nothing rests on it.  Where it finds nothing, the solver is asked the question as it
 * is.
 */
#ifndef SYMEX_PROOF_CHECK_LEMMA_H
#define SYMEX_PROOF_CHECK_LEMMA_H

#include "solvers/rewrite/substitute.h"
#include "solvers/solver.h"
#include "symex/core/state.h"

struct lemma {
	term clause; /* as it is */
	term named;  /* with names for comparisons of sums */
};

struct lemmas {
	struct symex *x;
	struct substitution names; /* memo: comparison of sums -> its name */
	struct map sum_of;         /* name -> comparison */
	VEC(struct lemma) at;
	uint32_t queries;
};

void lemmas_open(struct lemmas *, struct symex *);
void lemmas_close(struct lemmas *);
/* Can all of these hold? */
enum answer lemmas_ask(struct lemmas *, const term *fact, size_t n);

#endif
