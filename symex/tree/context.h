/* symex/tree/context.h -- one thread runs through one context, from wherever it may be to wherever
 * it may stop; see symex/tree/schedule.h.
 *
 * Runs are merged at every place of the unwound program (place.h): those that were there when the
 * context began, and those that came there from before.  So each instruction of the thread is
 * executed once per context, however many schedules lead to it.
 */
#ifndef SYMEX_TREE_CONTEXT_H
#define SYMEX_TREE_CONTEXT_H

#include "symex/tree/node.h"

struct stop {        /* where a thread may be between two contexts */
	uint32_t place;  /* 0: it has ended */
	struct state st; /* at a place: what the thread owns counts, and not the guard */
	term here;       /* it is there */
	term can_go;     /* if so: it can go on */
};

struct stops {
	VEC(struct stop) at;
};

/* Runs thread 'tid' from each of 'from' in the memory of 'shared', if 'chosen' holds.  Adds to *to
 * where it stops, and joins what it leaves to *left; false: it never stops. */
bool context_run(struct tree *, uint32_t tid, const struct stops *from, const struct state *shared,
                 term chosen, struct stops *to, struct state *left);

/* The stop at a place, or NULL. */
struct stop *stops_find(const struct stops *, uint32_t place);

/* Called while a context runs: a state to go on with; a thread that was created. */
void context_add(struct symex *, const struct state *);
void context_born(struct symex *, const struct state *creator, const struct state *thread);

#endif
