/* symex/proof/search/reached.h -- the view after a step is reached, and keeps the atoms that hold
 * there.
 */
#ifndef SYMEX_PROOF_SEARCH_REACHED_H
#define SYMEX_PROOF_SEARCH_REACHED_H

#include "symex/proof/search/query.h"

struct thread_after { /* a thread in the view after a step */
	uint32_t local;
	uint32_t was; /* thread that did not step; 0: its parts have new values */
	const struct outcome_thread *now;
};

struct reached_view {
	const struct edge_outcome *o;
	uint32_t mover;
	struct thread_after thread[2];
	uint32_t n;
};

/* The value of the part in the list; none: NO_TERM. */
term new_value_of(struct views *, const struct new_value *list, uint32_t n, uint32_t part,
                  uint32_t mover);
/* Under what the query is given. */
void views_reach(struct views *, struct step_query *, struct reached_view *);

#endif
