/* symex/explore/footprint.h -- which memory the steps below a node touch, and who.
 *
 * A summary is an immutable set of pieces of memory, each with the threads that read and that write
 * it, the locks they hold then, and whether they wait for it.  Equal sets are one number, so that
 * what is worked out for them is remembered.
 *
 * Two accesses whose threads hold a lock in common never meet.  A step that waits for a lock or for
 * the end of a thread counts as holding it: it cannot be made while somebody else does.
 *
 * Sets of threads have a bit per thread; those from 63 on share the last one.
 */
#ifndef SYMEX_EXPLORE_FOOTPRINT_H
#define SYMEX_EXPLORE_FOOTPRINT_H

#include "symex/core/execution.h"

enum { SUMMARY_EMPTY, SUMMARY_ANYTHING }; /* ANYTHING conflicts with every access */
enum touch_kind { TOUCH_PLAIN, TOUCH_WAIT, TOUCH_JOIN };

struct footprint { /* of one step */
	uint32_t tid;
	uint32_t locks;
	enum touch_kind kind;
	const struct touch *touch;
	size_t n;
};

struct summaries;

struct summaries *summaries_open(void);
void summaries_close(struct summaries *);
size_t summaries_bytes(const struct summaries *);

/* A set of locks, by the terms of their pointers; 'n' of them, in any order. */
uint32_t summary_locks(struct summaries *, const uint32_t *lock, uint32_t n);

uint32_t summary_of(struct summaries *, const struct footprint *);
uint32_t summary_union(struct summaries *, uint32_t, uint32_t);

static inline uint64_t thread_bit(uint32_t tid) {
	return 1ull << (tid < 63 ? tid : 63);
}
#define ALL_THREADS (~0ull)

/* The other threads that touch what the step touches, one of them writing, without a lock in
 * common.  'waits': waiting for a lock does not count as holding it. */
uint64_t summary_conflicts(const struct summaries *, uint32_t, const struct footprint *,
                           bool waits);
/* These threads and all that the steps of any of them depend on, directly or through others.  A
 * join depends on the end of the thread; the thread does not depend on who joins it. */
uint64_t summary_component(struct summaries *, uint32_t, uint64_t threads);

#endif
