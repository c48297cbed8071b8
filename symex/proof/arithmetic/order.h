/* symex/proof/arithmetic/order.h -- what follows from comparisons by their order alone, without a
 * solver.
 *
 * Facts are a == b, a != b, a < b, a <= b, signed and unsigned, over terms that are not looked
 * into, but for constants, and sums with 1 and -1 where other facts exclude an overflow.  The
 * closure of the facts is computed on bit sets.  It is sound and not complete: what it does not
 * find, the solver may.
 */
#ifndef SYMEX_PROOF_ARITHMETIC_ORDER_H
#define SYMEX_PROOF_ARITHMETIC_ORDER_H

#include "solvers/term/term.h"

enum { MAX_ORDERED = 64 };

struct order_comparison {
	enum {
		ORDER_OTHER,
		ORDER_EQUAL,
		ORDER_DISTINCT,
		ORDER_BELOW,
		ORDER_STRICTLY_BELOW
	} relation; /* OTHER: it is none */
	bool is_signed;
	term a, b;
};

struct order_comparison order_compares(struct terms *, term);

struct order_facts {
	struct terms *ts;
	term term[MAX_ORDERED];
	uint32_t n;
	uint64_t below[2][MAX_ORDERED]; /* [is_signed][a] has b: a <= b */
	uint64_t distinct[MAX_ORDERED];
	bool is_false; /* the facts contradict each other */
};

void order_begin(struct order_facts *, struct terms *);
void order_fact(struct order_facts *, term);
/* The operands of a comparison that will be asked about. */
void order_mention(struct order_facts *, term);
/* After all facts. */
void order_conclude(struct order_facts *);
bool order_implies(const struct order_facts *, term);
/* Adds facts to 'out', at most MAX_REDUCED, from which all others follow by their order; returns
 * how many. */
enum { MAX_REDUCED = 600 };
uint32_t order_reduce(const struct order_facts *, term *out);
/* Is the term a comparison? */
bool order_is_comparison(struct terms *, term);

#endif
