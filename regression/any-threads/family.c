/* Threads create threads, main only the first one.  BUG: a thread works before it has the lock. */
#include "any.h"

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside;

static void *worker(void *arg) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
#ifdef BUG
	inside++;
#endif
	while (atomic_flag_test_and_set(&lock))
		;
#ifndef BUG
	inside++;
#endif
	assert(inside == 1);
	inside--;
	atomic_flag_clear(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
