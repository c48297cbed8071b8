#ifndef RING_H
#define RING_H
#include <stdatomic.h>

enum { ROOM = 2 };

struct ring {
	int slot[ROOM];
	_Atomic unsigned head, tail;
};

void ring_init(struct ring *r);
int ring_put(struct ring *r, int value);
int ring_get(struct ring *r, int *value);

#endif
