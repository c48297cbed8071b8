/* Publication with a grace period: thread 0 replaces the object, waits until no reader can have the
 * old one, and frees it.
 *
 * PUBLISH=relaxed: a reader does not know the contents of the new object: a race.
 * ENTER=acq_rel: that a reader is at work is not ordered before it reads the pointer (store
 *   buffering): the updater does not find it, and it still finds the old object, which is freed.
 * WAIT=acq_rel: the same, from the updater's side.
 * LEAVE=relaxed: the updater does not know that the reader has read: a race with the free. */
#include "threads.h"

#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef ENTER
#define ENTER memory_order_seq_cst
#endif
#ifndef WAIT
#define WAIT memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct object {
	int a, b;
};
static _Atomic(struct object *) current;
static atomic_int reads[THREADS];

static struct object *make(int value) {
	struct object *o = malloc(sizeof *o);
	if (!o)
		abort();
	o->a = o->b = value;
	return o;
}

static void update(void) {
	struct object *old = atomic_load_explicit(&current, memory_order_relaxed);
	struct object *new = make(2);
	atomic_store_explicit(&current, new, PUBLISH);
	atomic_thread_fence(WAIT);
	for (int k = 1; k < THREADS; k++)
		while (atomic_load_explicit(&reads[k], memory_order_acquire))
			;
	free(old);
}

static void look(int i) {
	atomic_store_explicit(&reads[i], 1, memory_order_relaxed);
	atomic_thread_fence(ENTER);
	struct object *o = atomic_load_explicit(&current, memory_order_acquire);
	assert(o->a == o->b);
	atomic_store_explicit(&reads[i], 0, LEAVE);
}

static void *body(void *number) {
	int i = *(int *)number;
	if (i == 0)
		update();
	else
		look(i);
	return NULL;
}

int main(void) {
	atomic_init(&current, make(1));
	run(body);
	free(atomic_load(&current));
	return 0;
}
