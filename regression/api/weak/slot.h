#ifndef SLOT_H
#define SLOT_H

#include <stdbool.h>

struct slot {
	_Atomic int value;
	_Atomic bool full;
};

void slot_init(struct slot *s);
bool slot_put(struct slot *s, int value);
bool slot_take(struct slot *s, int *value);

#endif
