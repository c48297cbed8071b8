/* symex/explore/footprint.h -- which memory steps access, who does, and under which locks.
 *
 * The footprint of a step is the memory that it reads and writes (step/access.h).  A set of
 * footprints says of pieces of memory which threads read and which write them, the locks they hold
 * then, and whether they wait for them.  Sets are immutable; equal sets are one number, so that
 * what is worked out for them is remembered.
 *
 * Two accesses whose threads hold a lock in common never meet.  A step that waits for a lock or for
 * the end of a thread counts as holding it: it cannot be made while somebody else does.
 *
 * Sets of threads have a bit per thread; those from 63 on share the last one.
 */
#ifndef SYMEX_EXPLORE_FOOTPRINT_H
#define SYMEX_EXPLORE_FOOTPRINT_H

#include "symex/core/state.h"
#include "symex/step/access.h"

enum { FOOTPRINT_NONE, FOOTPRINT_ANYTHING }; /* ANYTHING conflicts with every access */
enum footprint_kind { FOOTPRINT_PLAIN, FOOTPRINT_WAIT, FOOTPRINT_JOIN };

struct footprint { /* of one step */
	uint32_t tid;
	uint32_t locks;
	enum footprint_kind kind;
	const struct span *span;
	size_t n;
};

struct footprints;

struct footprints *footprints_open(void);
void footprints_close(struct footprints *);

/* A set of locks, by the terms of their pointers; 'n' of them, in any order. */
uint32_t footprint_locks(struct footprints *, const uint32_t *lock, uint32_t n);

/* Those that the running thread holds, and 'also', unless NO_TERM.  trusts: holding a lock keeps
 * others out (step/discipline.h). */
uint32_t footprint_held(struct footprints *, const struct state *, term also, bool trusts);

uint32_t footprint_set(struct footprints *, const struct footprint *);
uint32_t footprint_union(struct footprints *, uint32_t, uint32_t);

static inline uint64_t thread_bit(uint32_t tid) {
	return 1ull << (tid < 63 ? tid : 63);
}
#define ALL_THREADS (~0ull)

/* The other threads that access what the step accesses, one of them writing, without a lock in
 * common.  'waits': waiting for a lock does not count as holding it. */
uint64_t footprint_conflicts(const struct footprints *, uint32_t, const struct footprint *,
                             bool waits);
/* These threads and all that the steps of any of them depend on, directly or through others.  A
 * join depends on the end of the thread; the thread does not depend on who joins it. */
uint64_t footprint_closure(struct footprints *, uint32_t, uint64_t threads);

#endif
