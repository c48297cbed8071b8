/* witness/place.h -- which marks of the program the places of a witness mean. */
#ifndef WITNESS_PLACE_H
#define WITNESS_PLACE_H

#include "goto/prog.h"
#include "witness/witness.h"

struct place_hit {
	const struct function *function;
	const struct mark *mark;
};

struct place_hits {
	VEC(struct place_hit) at;
};

/* What the format says: the exact column, or where none is given the leftmost place on the line
 * that suits; of a target, every place on the line.  In a graph lines are all there is, and which
 * operations a line has depends on the tool: every place on it.  Tools differ in how they count
 * columns, so one that nothing stands at counts as none given. */
void place_of_edge(const struct goto_prog *, const struct witness_edge *, bool is_graph,
                   struct place_hits *);
void place_of_invariant(const struct goto_prog *, const struct witness_invariant *,
                        struct place_hits *);

#endif
