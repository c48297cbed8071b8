/* symex/proof/arithmetic/integer.h -- contradictions among comparisons of sums, by integer
 * arithmetic.
 *
 * Comparisons of bit-vectors are taken as linear inequalities over integers, where other
 * inequalities exclude that a sum leaves the range of its bits: of 'n <= i - x', unsigned, n + x <=
 * i remains if x <= i is known.  Variables are eliminated one after the other (Fourier and
 * Motzkin), until an inequality without variables is wrong, or none is left.  It is sound, and not
 * complete: what it does not find, a solver may.  It says which comparisons it used, so that a
 * solver can confirm that these contradict each other.
 */
#ifndef SYMEX_PROOF_ARITHMETIC_INTEGER_H
#define SYMEX_PROOF_ARITHMETIC_INTEGER_H

#include "solvers/term/term.h"

enum { MAX_UNKNOWNS = 16, MAX_INEQUALITIES = 160, MAX_FACTS = 128 };

struct fact_set {
	uint64_t bits[MAX_FACTS / 64];
};

struct inequality { /* the sum of factor * unknown, plus the constant, is at most 0 */
	int8_t factor[MAX_UNKNOWNS];
	int64_t constant;
	struct fact_set from;
};

struct integers {
	struct terms *ts;
	term fact[MAX_FACTS];
	bool is_read[MAX_FACTS]; /* it is among the inequalities */
	uint32_t nfacts;
	term unknown[MAX_UNKNOWNS];
	bool is_signed[MAX_UNKNOWNS];
	uint32_t nunknown;
	struct inequality at[MAX_INEQUALITIES];
	uint32_t n;
	bool is_false;
	struct fact_set core; /* is_false: facts that contradict each other, by their numbers */
};

void integers_begin(struct integers *, struct terms *);
/* A comparison that holds; others are ignored. */
void integers_fact(struct integers *, term);
/* After all facts. */
void integers_conclude(struct integers *);
/* Does the comparison follow? */
bool integers_imply(const struct integers *, term);
bool fact_set_has(const struct fact_set *, uint32_t);

#endif
