/* Two threads meet at a barrier; what one has written before, the other reads behind it.  Readers
 * that do not come to the barrier see both values.  BUG: one does not wait. */
#include "any.h"

static pthread_barrier_t barrier;
static atomic_int value;

static void *meets(void *arg) {
#ifndef BUG
	pthread_barrier_wait(&barrier);
#endif
	assert(value == 1);
	return arg;
}

static void *reader(void *arg) {
	assert(value == 0 || value == 1);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, meets, NULL);
	while (more())
		pthread_create(&t, NULL, reader, NULL);
	value = 1;
#ifndef BUG
	pthread_barrier_wait(&barrier);
#endif
	pthread_exit(NULL);
}
