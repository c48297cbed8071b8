/* Reference counts: who drops the last one frees the object.
 *
 * DROP=relaxed: what the others did with the object is not known to who frees it: a race.
 * LAST=relaxed: the same, from the other side. */
#include "threads.h"

#include <stdlib.h>

#ifndef DROP
#define DROP memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif

struct object {
	atomic_int references;
	int used[THREADS];
};
static struct object *shared;

static void get(struct object *o) {
	atomic_fetch_add_explicit(&o->references, 1, memory_order_relaxed);
}

static void drop(struct object *o) {
	if (atomic_fetch_sub_explicit(&o->references, 1, DROP) != 1)
		return;
	atomic_thread_fence(LAST);
	int sum = 0;
	for (int i = 0; i < THREADS; i++)
		sum += o->used[i];
	assert(sum == THREADS);
	free(o);
}

static void *body(void *number) {
	shared->used[*(int *)number] = 1;
	drop(shared);
	return NULL;
}

int main(void) {
	shared = calloc(1, sizeof *shared);
	if (!shared)
		abort();
	for (int i = 0; i < THREADS; i++)
		get(shared);
	run(body);
	return 0;
}
