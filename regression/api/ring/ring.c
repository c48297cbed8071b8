/* A ring for one thread that puts and one that gets. */
#include "ring.h"

void ring_init(struct ring *r) {
	r->head = r->tail = 0;
}

int ring_put(struct ring *r, int value) {
	unsigned t = r->tail;
	if (t - r->head == ROOM)
		return -1;
#ifdef EARLY
	r->tail = t + 1;
	r->slot[t % ROOM] = value;
#else
	r->slot[t % ROOM] = value;
	r->tail = t + 1;
#endif
	return 0;
}

int ring_get(struct ring *r, int *value) {
	unsigned h = r->head;
	if (r->tail == h)
		return -1;
	*value = r->slot[h % ROOM];
	r->head = h + 1;
	return 0;
}
