/* Double-checked locking: the lock is only for who makes the object.
 *
 * PUBLISH=relaxed, CHECK=relaxed: who finds the pointer without the lock does not know the contents
 *   of the object: a race. */
#include "threads.h"

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef CHECK
#define CHECK memory_order_acquire
#endif

struct object {
	int value;
};
static struct object only;
static _Atomic(struct object *) instance;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static struct object *get(void) {
	struct object *o = atomic_load_explicit(&instance, CHECK);
	if (o)
		return o;
	pthread_mutex_lock(&making);
	o = atomic_load_explicit(&instance, memory_order_relaxed);
	if (!o) {
		o = &only;
		o->value++;
		atomic_store_explicit(&instance, o, PUBLISH);
	}
	pthread_mutex_unlock(&making);
	return o;
}

static void *body(void *number) {
	(void)number;
	assert(get()->value == 1);
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
