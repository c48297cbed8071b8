#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#define RING_CELLS 2

struct ring {
	atomic_int first, last;
	int first_seen, last_seen; /* by put and by get: the other's index as it was */
	int cells[RING_CELLS];
};

void ring_init(struct ring *ring);
bool ring_put(struct ring *ring, int value);  /* one thread only; false: full */
bool ring_get(struct ring *ring, int *value); /* one thread only; false: empty */
