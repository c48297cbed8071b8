/* As refcount.c, with an object on the heap that is freed with its last reference.  BUG: a thread
 * reads the object after it has dropped its reference. */
#include "any.h"

struct object {
	atomic_uint references;
	int value;
};

static void drop(struct object *o) {
	if (atomic_fetch_sub(&o->references, 1) == 1)
		free(o);
}

static void *worker(void *arg) {
	struct object *o = arg;
#ifdef BUG
	drop(o);
	assert(o->value == 7);
#else
	assert(o->value == 7);
	drop(o);
#endif
	return NULL;
}

int main(void) {
	struct object *o = malloc(sizeof *o);
	pthread_t t;
	o->references = 1;
	o->value = 7;
	while (more() && o->references != UINT_MAX) {
		o->references++;
		pthread_create(&t, NULL, worker, o);
	}
	drop(o);
	pthread_exit(NULL);
}
