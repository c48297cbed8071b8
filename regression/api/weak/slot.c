/* A queue of one element, of one producer and one consumer.  ORDER is that of the stores that
 * hand the element over and the slot back. */
#include "slot.h"

#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

void slot_init(struct slot *s) {
	atomic_init(&s->value, 0);
	atomic_init(&s->full, false);
}

bool slot_put(struct slot *s, int value) {
	if (atomic_load_explicit(&s->full, memory_order_acquire))
		return false;
	atomic_store_explicit(&s->value, value, memory_order_relaxed);
	atomic_store_explicit(&s->full, true, ORDER);
	return true;
}

bool slot_take(struct slot *s, int *value) {
	if (!atomic_load_explicit(&s->full, memory_order_acquire))
		return false;
	*value = atomic_load_explicit(&s->value, memory_order_relaxed);
	atomic_store_explicit(&s->full, false, ORDER);
	return true;
}
