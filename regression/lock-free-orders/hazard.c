/* Hazard pointers: a reader announces the object that it is about to read, and looks whether it is
 * still the current one.  Thread 0 replaces it, and frees the old one if nobody has announced it.
 *
 * ANNOUNCE=acq_rel: the announcement is not ordered before the second look (store buffering): the
 *   object is freed under the reader.
 * SCAN=acq_rel: the same, from the other side.
 * DROP=relaxed: that the reader has read is not known to who frees: a race. */
#include "threads.h"

#include <stdlib.h>

#ifndef ANNOUNCE
#define ANNOUNCE memory_order_seq_cst
#endif
#ifndef SCAN
#define SCAN memory_order_seq_cst
#endif
#ifndef DROP
#define DROP memory_order_release
#endif

struct object {
	int value;
};
static _Atomic(struct object *) current, hazard[THREADS];

static struct object *make(int value) {
	struct object *o = malloc(sizeof *o);
	if (!o)
		abort();
	o->value = value;
	return o;
}

static struct object *protect(int i) {
	struct object *o = atomic_load_explicit(&current, memory_order_relaxed), *again = o;
	do {
		o = again;
		atomic_store_explicit(&hazard[i], o, memory_order_relaxed);
		atomic_thread_fence(ANNOUNCE);
		again = atomic_load_explicit(&current, memory_order_acquire);
	} while (o != again);
	return o;
}

static void replace(void) {
	struct object *new = make(2);
	struct object *old = atomic_exchange_explicit(&current, new, memory_order_acq_rel);
	atomic_thread_fence(SCAN);
	for (int k = 1; k < THREADS; k++)
		while (atomic_load_explicit(&hazard[k], memory_order_acquire) == old)
			;
	free(old);
}

static void *body(void *number) {
	int i = *(int *)number;
	if (i == 0) {
		replace();
	} else {
		struct object *o = protect(i);
		assert(o->value);
		atomic_store_explicit(&hazard[i], NULL, DROP);
	}
	return NULL;
}

int main(void) {
	atomic_init(&current, make(1));
	run(body);
	free(atomic_load(&current));
	return 0;
}
