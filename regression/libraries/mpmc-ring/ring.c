/* The ring of Vyukov, "Bounded MPMC queue", 2010: each cell has a number that says whose turn it
 * is, the i-th put's or the i-th get's.  A call that finds a cell at which another is at work gives
 * up, so both operations may fail (ring.api); with strict.api they may not, which this ring does
 * not keep: a get fails although a later put has returned.  Mistakes: EARLY_TURN: put passes on the
 * turn before it has written the value; NO_CAS: the next position is read and written in two steps;
 * WEAK: put passes on the turn by a relaxed store. */
#include "ring.h"

#include <stddef.h>

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
	for (int i = 0; i < RING_CELLS; i++) {
		atomic_init(&ring->cells[i].turn, i);
		ring->cells[i].value = 0;
	}
}

/* Takes the next position, if it is its cell's turn. */
static struct cell *claim(struct ring *ring, atomic_int *next, int *position, int later) {
	*position = atomic_load_explicit(next, RELAXED);
	for (;;) {
		struct cell *cell = &ring->cells[*position % RING_CELLS];
		int turn = atomic_load_explicit(&cell->turn, ACQUIRE);
		if (turn < *position + later)
			return NULL;
		if (turn > *position + later) {
			*position = atomic_load_explicit(next, RELAXED);
			continue;
		}
#ifdef NO_CAS
		atomic_store_explicit(next, *position + 1, RELAXED);
		return cell;
#else
		if (atomic_compare_exchange_strong_explicit(next, position, *position + 1, RELAXED,
		                                            RELAXED))
			return cell;
#endif
	}
}

bool ring_put(struct ring *ring, int value) {
	int position;
	struct cell *cell = claim(ring, &ring->last, &position, 0);
	if (!cell)
		return false;
#ifdef EARLY_TURN
	atomic_store_explicit(&cell->turn, position + 1, RELEASE);
	cell->value = value;
#else
	cell->value = value;
	atomic_store_explicit(&cell->turn, position + 1, RELEASE);
#endif
	return true;
}

bool ring_get(struct ring *ring, int *value) {
	int position;
	struct cell *cell = claim(ring, &ring->first, &position, 1);
	if (!cell)
		return false;
	*value = cell->value;
	atomic_store_explicit(&cell->turn, position + RING_CELLS, memory_order_release);
	return true;
}
