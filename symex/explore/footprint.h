/* symex/explore/footprint.h -- footprints of steps, sets of them, and dependence between threads.
 *
 * The footprint of a step is the memory that it reads and writes (memory/access_log.h), with the
 * thread, the locks that it holds, and whether the step is a wait.  A set of footprints has, for
 * pieces of memory under a set of locks, the threads that read and that write them.  Sets are
 * immutable; equal sets have one number, so that what is computed for a set is computed once.
 *
 * Two accesses under a common lock are never concurrent, so they do not conflict.  A wait for a
 * lock counts as an access under it, and a wait for the end of a thread likewise: the step is
 * disabled while another thread holds the lock.  A join counts so only if nothing but the end of
 * the thread ends it (wait_is_for_end).
 *
 * Sets of threads have a bit per thread; those from 63 on share the last one.
 */
#ifndef SYMEX_EXPLORE_FOOTPRINT_H
#define SYMEX_EXPLORE_FOOTPRINT_H

#include "symex/core/state.h"
#include "symex/step/value/access.h"

enum { FOOTPRINT_NONE, FOOTPRINT_ANYTHING }; /* sets; ANYTHING conflicts with every access */
enum footprint_kind { FOOTPRINT_PLAIN, FOOTPRINT_WAIT, FOOTPRINT_JOIN };

struct footprint { /* of one step */
	uint32_t tid;
	uint32_t locks; /* of footprint_locks */
	enum footprint_kind kind;
	const struct span *span;
	size_t n;
};

struct footprints;

struct footprints *footprints_open(void);
void footprints_close(struct footprints *);

/* The number of a set of locks, given by the terms of their pointers in any order. */
uint32_t footprint_locks(struct footprints *, const uint32_t *lock, uint32_t n);

/* The locks of the running thread, and 'also', unless NO_TERM.  trusts_locks: a lock excludes other
 * threads (memory/discipline.h); otherwise held locks do not count. */
uint32_t footprint_held(struct footprints *, const struct state *, term also, bool trusts_locks);

uint32_t footprint_set(struct footprints *, const struct footprint *);
uint32_t footprint_union(struct footprints *, uint32_t, uint32_t);

/* How the set of a state is translated for another state. */
struct footprint_map {
	uint32_t (*object)(void *context, uint32_t object);
	uint32_t (*lock)(void *context, uint32_t lock); /* 0: not held */
	uint64_t (*threads)(void *context, uint64_t threads);
	void *context;
};
uint32_t footprint_translate(struct footprints *, uint32_t, const struct footprint_map *);

static inline uint64_t thread_bit(uint32_t tid) {
	return 1ull << (tid < 63 ? tid : 63);
}
#define ALL_THREADS (~0ull)

/* The other threads with an access in the set that conflicts with the step: the same memory, at
 * least one writes, no common lock.  'waits': a wait for a lock does not count as holding it. */
uint64_t footprint_conflicts(const struct footprints *, uint32_t, const struct footprint *,
                             bool waits);
/* The dependence closure of a set of threads: these, and the threads that they depend on, directly
 * or through others.  A join depends on the thread that it joins, but not the other way round. */
uint64_t footprint_closure(struct footprints *, uint32_t, uint64_t threads);

#endif
