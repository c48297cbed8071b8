/* symex/lazy/states/relevant.h -- the assumptions of a path that are relevant to a state.
 *
 * An assumption is relevant if it mentions an input that the state, or another relevant assumption,
 * mentions.  On a feasible path, the other assumptions do not restrict what can happen after the
 * state, so states that differ only in them are equal.  A loop that reads an input, tests it, and
 * discards it returns to the state in which it began.
 *
 * The inputs that a term, a content, or a part of a state mentions are a set, computed once per
 * number (symex/core/canon.h); a large set is replaced by the set of all inputs.
 */
#ifndef SYMEX_LAZY_STATES_RELEVANT_H
#define SYMEX_LAZY_STATES_RELEVANT_H

#include "symex/core/state.h"

struct relevance;
struct relevance *relevance_open(void);
void relevance_close(struct relevance *);

/* Fills 'assumption', which has room for all, with the relevant assumptions of the path, each once
 * and in ascending order; returns how many.  Requires that the maps of 'st' have been numbered.
 * taken: by index, the assumptions that are left out; the others that are relevant are added. */
uint32_t relevant_assumptions(struct relevance *, struct symex *, const struct state *st,
                              bool *taken, uint32_t *assumption);

#endif
