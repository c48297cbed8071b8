/* result/pairs.h -- relations between the events of an execution, as bit matrices.
 *
 * A relation is a set of pairs: n rows of n bits for n events.  The functions execution_*() compute
 * those of the memory models, as they are defined by Lahav, Vafeiadis, Kang, Hur and Dreyer,
 * Repairing Sequential Consistency in C/C++11 (PLDI 2017), section 3, with the release sequences of
 * C11:
 *
 *   sb   program order; creation before what the new thread does, what a thread does before its
 *        join.  Transitive
 *   rf   a write and the read that takes a value from it
 *   mo   two writes that have a byte in common, in modification order.  Transitive for each byte
 *   rb   a read and a write that is later in mo than what it has read ("reads before")
 *   rs   a write and the atomic writes of its release sequence: itself, the writes of its own
 *        thread to the same location, up to a store of another thread, and the read-modify-writes
 *        that take their values from these
 *   sw   synchronises-with: a release operation and an acquire operation, where the latter has read
 *        from the release sequence of the former, with the help of fences or without
 *   lsw  the same between operations of the library, and between atomic sections of the user
 *   hb   happens-before: sb, sw and lsw, transitively
 *
 * The caller closes what it gets.
 */
#ifndef RESULT_PAIRS_H
#define RESULT_PAIRS_H

#include "result/execution.h"

struct pairs {
	uint32_t n, words; /* events; words in a row */
	uint64_t *row;
};

struct pairs pairs_open(uint32_t n); /* empty */
void pairs_close(struct pairs *);
struct pairs pairs_copy(const struct pairs *);

static inline void pairs_add(struct pairs *r, uint32_t a, uint32_t b) {
	r->row[(size_t)a * r->words + b / 64] |= 1ull << b % 64;
}
static inline void pairs_remove(struct pairs *r, uint32_t a, uint32_t b) {
	r->row[(size_t)a * r->words + b / 64] &= ~(1ull << b % 64);
}
static inline bool pairs_has(const struct pairs *r, uint32_t a, uint32_t b) {
	return r->row[(size_t)a * r->words + b / 64] >> b % 64 & 1;
}
void pairs_unite(struct pairs *, const struct pairs *);              /* r = r | s */
struct pairs pairs_then(const struct pairs *, const struct pairs *); /* r;s */
void pairs_close_transitively(struct pairs *);                       /* r = r+ */
/* An event that is related to itself; EXECUTION_NONE: there is none. */
uint32_t pairs_reflexive(const struct pairs *);
/* A shortest cycle, its first event also last: the number of its edges, 0: there is none.  'event'
 * has room for n + 1. */
uint32_t pairs_cycle(const struct pairs *, uint32_t *event);

struct pairs execution_sb(const struct execution *);
struct pairs execution_rf(const struct execution *);
struct pairs execution_mo(const struct execution *);
struct pairs execution_rb(const struct execution *);
struct pairs execution_sw(const struct execution *);
struct pairs execution_lsw(const struct execution *);
struct pairs execution_hb(const struct execution *);

/* Is the write later in mo than the source of this part of a read?  The part comes from one write,
 * so that all its bytes have the same source. */
bool execution_overwrites(const struct execution *, const struct execution_read *,
                          const struct execution_write *);

/* Do the accesses of two threads conflict: common bytes, one writes, one is plain?  A free
 * conflicts with every access to the object. */
bool execution_conflict(const struct execution_event *, const struct execution_event *);
/* The first race: accesses that conflict and that hb does not order; false: there is none. */
bool execution_find_race(const struct execution *, const struct pairs *hb, uint32_t raced[2]);

/* The parts of sw, which say which end of a reads-from that does not synchronise is too weak: the
 * release operations that stand behind a write, so that an acquiring read of it synchronises with
 * them; and those that acquire what a read finds. */
struct pairs execution_released(const struct execution *); /* release operation, write */
struct pairs execution_acquired(const struct execution *); /* read, acquire operation */

#endif
