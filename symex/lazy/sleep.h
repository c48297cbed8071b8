/* symex/lazy/sleep.h -- sleep sets: threads whose steps were explored before (tree.h). */
#ifndef SYMEX_LAZY_SLEEP_H
#define SYMEX_LAZY_SLEEP_H

#include "symex/lazy/node.h"

/* The threads of the sleep set, by bit. */
uint64_t sleep_threads(const struct path *);
const struct sleep_entry *sleep_find(const struct path *, uint32_t tid); /* NULL: not in it */
/* The sleep set after a step: without its thread and those whose steps depend on it. */
const struct sleep_entry *sleep_after(struct tree *, const struct sleep_entry *,
                                      const struct footprint *step);
/* Adds a thread and its step.  set: of the footprint, for summaries; wp: conditions under which the
 * step has this footprint. */
void sleep_add(struct tree *, struct path *, const struct footprint *, uint32_t set, uint32_t wp);
/* Removes the threads whose steps may end the wait of a disabled thread: under a bound such a step
 * is dependent on the wait, because it changes which switches count (tree.h). */
void sleep_drop_waits(struct tree *, struct path *, uint32_t waits);

#endif
