/* symex/tree/summary.h -- which memory the steps below a node touch, and who.
 *
 * A summary is an immutable set of pieces of memory, each with the threads that read and that write
 * it and the locks they hold then.  Equal sets are one number, so that unions are remembered.  Two
 * accesses whose threads hold a lock in common never meet, and do not conflict.
 */
#ifndef SYMEX_TREE_SUMMARY_H
#define SYMEX_TREE_SUMMARY_H

#include "symex/engine.h"

enum { SUMMARY_EMPTY, SUMMARY_ANYTHING }; /* ANYTHING conflicts with every access */

struct summaries;

struct summaries *summaries_open(void);
void summaries_close(struct summaries *);
size_t summaries_bytes(const struct summaries *);

/* A set of locks, by the terms of their pointers; 'n' of them, in any order. */
uint32_t summary_locks(struct summaries *, const uint32_t *lock, uint32_t n);

/* What thread 'tid' touches while it holds 'locks'. */
uint32_t summary_of(struct summaries *, uint32_t tid, uint32_t locks, const struct touch *, size_t);
uint32_t summary_union(struct summaries *, uint32_t, uint32_t);
/* Does another thread touch one of these pieces, one of the two accesses a write, without a lock
 * that 'tid' holds? */
bool summary_conflicts(const struct summaries *, uint32_t, uint32_t tid, uint32_t locks,
                       const struct touch *, size_t);

#endif
