/* symex/lazy/relevant.h -- which assumptions of a path still matter to what comes after a state.
 *
 * A assumption about inputs that neither the state nor, in steps, any other relevant assumption
 * mentions says nothing about what can happen from here on, provided that the path can be taken at
 * all.  States that differ only in such assumptions are the same.  So a loop that reads an input,
 * looks at it, and forgets it comes back to the state in which it began.
 *
 * The inputs that a term, a content, or a part of a state mentions are a set, computed once per
 * number (symex/core/canon.h); large sets are not told apart from 'anything'.
 */
#ifndef SYMEX_LAZY_RELEVANT_H
#define SYMEX_LAZY_RELEVANT_H

#include "symex/core/state.h"

struct relevance;
struct relevance *relevance_open(void);
void relevance_close(struct relevance *);

/* The assumptions of the path that matter to 'st', each once, in ascending order; returns how many.
 * Its maps must have been numbered.  'assumption' has room for all. */
uint32_t relevant_assumptions(struct relevance *, struct symex *, const struct state *st,
                              uint32_t *assumption);

#endif
