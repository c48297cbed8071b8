/* symex/proof/search/query.h -- one question to the solver after the other, about the same step. */
#ifndef SYMEX_PROOF_SEARCH_QUERY_H
#define SYMEX_PROOF_SEARCH_QUERY_H

#include "symex/proof/arithmetic/integer.h"
#include "symex/proof/arithmetic/order.h"
#include "symex/proof/search/view.h"

struct step_query {
	struct views *v;
	VEC(term) given;
	struct map has;           /* the terms of 'given' */
	bool is_false;            /* what is given contradicts itself, without a solver */
	struct order_facts order; /* of the comparisons that are given; empty until it is asked for */
	bool has_order;
	struct integers integers; /* the same, where threads are counted */
	struct solver *solver;    /* NULL: not asked yet */
};

void query_open(struct step_query *, struct views *);
void query_close(struct step_query *);
void query_give(struct step_query *, term);
/* Is it among what is given, or true? */
bool query_knows(const struct step_query *, term);
/* The order of what is given. */
const struct order_facts *query_order(struct step_query *);
/* Does it follow from what is given, by integer arithmetic? */
bool query_implies(struct step_query *, term);
/* Can 'holds' be true?  SAT: the caller owns *model, which has the variables below the terms. */
enum answer query_ask(struct step_query *, term holds, const term *of, size_t n, struct model **);

#endif
