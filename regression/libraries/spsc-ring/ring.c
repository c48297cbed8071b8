/* The ring of Lamport, "Proving the correctness of multiprocess programs", TSE 1977, for one
 * producer and one consumer.  One of the cells is always free, so that full and empty differ.  Each
 * side keeps what it has last seen of the other's index, and looks again if the ring seems to be full
 * or empty.  Mistakes: EARLY_INDEX: put publishes the cell before it has filled it; STALE_INDEX: put
 * looks again, but fails all the same; WEAK: put publishes the cell by a relaxed store. */
#include "ring.h"

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

void ring_init(struct ring *ring) {
	atomic_init(&ring->first, 0);
	atomic_init(&ring->last, 0);
	ring->first_seen = ring->last_seen = 0;
	for (int i = 0; i < RING_CELLS; i++)
		ring->cells[i] = 0;
}

bool ring_put(struct ring *ring, int value) {
	int last = atomic_load_explicit(&ring->last, RELAXED);
	int next = (last + 1) % RING_CELLS;
	if (next == ring->first_seen) {
		ring->first_seen = atomic_load_explicit(&ring->first, ACQUIRE);
#ifndef STALE_INDEX
		if (next == ring->first_seen)
#endif
			return false;
	}
#ifdef EARLY_INDEX
	atomic_store_explicit(&ring->last, next, RELEASE);
	ring->cells[last] = value;
#else
	ring->cells[last] = value;
	atomic_store_explicit(&ring->last, next, RELEASE);
#endif
	return true;
}

bool ring_get(struct ring *ring, int *value) {
	int first = atomic_load_explicit(&ring->first, RELAXED);
	if (first == ring->last_seen) {
		ring->last_seen = atomic_load_explicit(&ring->last, ACQUIRE);
		if (first == ring->last_seen)
			return false;
	}
	*value = ring->cells[first];
	atomic_store_explicit(&ring->first, (first + 1) % RING_CELLS, memory_order_release);
	return true;
}
