/* witness/position.h -- which marks of the program the source positions of a witness match. */
#ifndef WITNESS_POSITION_H
#define WITNESS_POSITION_H

#include "goto/program/prog.h"
#include "witness/witness.h"

struct position_match {
	const struct function *function;
	const struct mark *mark;
};

struct position_matches {
	VEC(struct position_match) at;
};

/* As the format says: the exact column, or where none is given the leftmost suitable mark on the
 * line; of a target, all suitable marks on the line.  A graph gives lines only, and which
 * operations a line has depends on the tool: all suitable marks on the line.  Tools count columns
 * differently, so a column that no mark has is ignored. */
void position_of_edge(const struct goto_prog *, const struct witness_edge *, bool is_graph,
                      struct position_matches *);
void position_of_invariant(const struct goto_prog *, const struct witness_invariant *,
                           struct position_matches *);

#endif
