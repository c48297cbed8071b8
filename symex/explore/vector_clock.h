/* symex/explore/vector_clock.h -- data races by happens-before, along an interleaving.
 *
 * A race is two accesses to the same bytes by different threads, of which at least one writes and
 * not both are atomic, if neither happens before the other.  Happens-before is what C11 says:
 * program order, creation of threads, a release that an acquire finds, and what the library says of
 * its sections (__mc_order_release, __mc_order_acquire).  A relaxed access orders nothing, so a
 * flag that is stored relaxed publishes no data, though every interleaving finds the data there.
 *
 * Where all atomic accesses are sequentially consistent, two such accesses can also be made to meet
 * (explore/race.h), and nothing of this is needed: schedules.race_orders says whether it is.
 *
 * Each thread has a vector clock: by thread, how much of what that did happens before now.  A
 * thread counts its own releases; an access is noted with the count of its thread, and happens
 * before whatever has a clock with at least this number.
 *
 *   - A store w that releases: release(w) is the clock of the thread.
 *   - Any other store: the clock at the last release fence of the thread, joined with that at its
 *     last store there that released, unless another thread has stored there since.
 *   - A read-modify-write: the same, joined with release() of what it has read.
 *   - A plain store races with what it does not come after, and so orders nothing more.
 *   - A load of w that acquires: the clock of the thread is joined with release(w).
 *   - Any other load of w: an acquire fence after it joins with release(w).
 *   - A section of the library: joins its clock with that of the word, or the other way round.
 *   - An atomic section of the user: as of one mutex.
 *
 * In an interleaving a load finds the last store, so there is one release() for each location.
 *
 * Reductions.  Two interleavings that differ in the order of independent steps have the same
 * happens-before: it depends on which store each load finds, and on the order of stores to one
 * location and of sections that write a common word, all of which are dependent.  (Additions to one
 * variable are not taken to commute, see step.c.)  So each class of interleavings has its races in
 * all of them, and one is enough.  Clocks are part of the state (lazy/key.c), as far as they tell
 * noted accesses apart; accesses that happen before everything that is to come are forgotten. */
#ifndef SYMEX_EXPLORE_VECTOR_CLOCK_H
#define SYMEX_EXPLORE_VECTOR_CLOCK_H

#include "symex/core/state.h"
#include "symex/step/value/access.h"

struct vector_clock {
	uint32_t n; /* all others are 0 */
	uint32_t at[];
};

struct noted_access {
	struct next_access access;
	struct past_access past;
	uint32_t object;
	term offset;    /* NO_TERM: the whole object */
	uint64_t bytes; /* unless whole */
	uint32_t count; /* of its thread */
};

struct clock_thread {
	const struct vector_clock *now;
	const struct vector_clock *fence; /* at the last release fence; NULL: 0 */
	const struct vector_clock *found; /* by loads, for an acquire fence; NULL: 0 */
};

struct clock_word { /* a location with atomic accesses, or a word of the library */
	uint32_t object;
	uint64_t offset;
	const struct vector_clock *release;   /* NULL: 0 */
	const struct vector_clock *const *by; /* by thread: its last store there that released */
	uint32_t nby;
};

enum clock_section { SECTION_NONE, SECTION_LIBRARY, SECTION_USER, SECTION_OPERATION };

struct robust;

struct clocks { /* state.clocks: immutable, NULL: nothing has happened */
	const struct clock_thread *thread;
	const struct clock_word *word;
	const struct noted_access *const *noted;
	uint32_t nthreads, nwords, nnoted;
	const struct vector_clock *sections; /* of the user; NULL: 0 */
	const struct robust *robust;         /* symex/explore/robust.h; NULL: nothing to note */
	/* Of the atomic section that the running thread is in: */
	enum clock_section section;
	bool has_read; /* the location of its operation */
	const struct noted_access
	    *pending; /* a compare-exchange's load, whose order is not known yet */
	const struct vector_clock *has_found;
	enum mem_order order, failure;
};

/* The operations of symex/engine.h; they do nothing unless schedules.race_orders.  'stops' is to be
 * called where the next instruction is executed. */
void clock_access(struct symex *, struct state *, const struct access *);
void clock_fence(struct symex *, struct state *, enum mem_order);
void clock_synchronise(struct symex *, struct state *, term word, bool acquires);
void clock_instruction(struct symex *, struct state *);
void clock_spawned(struct symex *, struct state *creator, uint32_t tid);

const struct vector_clock *clock_join(struct symex *, const struct vector_clock *,
                                      const struct vector_clock *);
/* The clocks of the state, to be changed. */
struct clocks *clocks_own(struct symex *, struct state *);
/* Does the access count for races: is it of the user, and of memory that others may reach? */
bool clock_counts(const struct symex *, const struct state *, const struct access *);
enum mem_order clock_order(const struct state *, const struct access *);
bool clock_is_ended(const struct state *, uint32_t tid);

/* May the noted access race with something that is still to come? */
bool clock_matters(const struct state *, const struct noted_access *);

static inline uint32_t clock_of(const struct vector_clock *c, uint32_t tid) {
	return c && tid < c->n ? c->at[tid] : 0;
}

#endif
