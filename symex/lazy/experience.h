/* symex/lazy/experience.h -- which thread is tried first at a node without bounds.
 *
 * Any thread may be the first of a persistent set (tree.h).  The best is one whose step conflicts
 * with nothing below: then no other thread is tried.  What is below is known only afterwards, but
 * the same instruction is next at many nodes, often in the same local state of the thread, and so
 * at the same location.  So the search counts how often a thread was the first one, and how often
 * others had to be tried as well: by instruction and thread, and by local state.  The second is
 * more precise, the first is known earlier; both go into one estimate.  Where it makes little
 * difference, the thread that ran last comes first.
 */
#ifndef SYMEX_LAZY_EXPERIENCE_H
#define SYMEX_LAZY_EXPERIENCE_H

#include "symex/lazy/actor.h"

struct experience *experience_open(void);
void experience_close(struct experience *);

/* Sorts the actors, those first that least often led to others; equal ones stay in order. */
void experience_sort(struct tree *, const struct state *, struct actor *order, uint32_t n);
/* The actor was the first one tried at a node; others: it was not the only one. */
void experience_add(struct tree *, const struct state *, struct actor, bool others);

#endif
