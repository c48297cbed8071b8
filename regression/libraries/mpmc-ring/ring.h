#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#define RING_CELLS 2

struct cell {
	atomic_int turn;
	int value;
};

struct ring {
	atomic_int first, last;
	struct cell cells[RING_CELLS];
};

void ring_init(struct ring *ring);
bool ring_put(struct ring *ring, int value); /* false: full, or the next cell is still being read */
bool ring_get(struct ring *ring,
              int *value); /* false: empty, or the next cell is still being written */
