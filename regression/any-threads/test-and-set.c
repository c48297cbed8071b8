/* A test-and-set lock.  BUG: the test and the set are two steps. */
#include "any.h"

static atomic_bool taken;
static int inside;

static bool test_and_set(void) {
#ifdef BUG
	return taken || !(taken = true);
#else
	return atomic_exchange(&taken, true);
#endif
}

static void *worker(void *arg) {
	while (test_and_set())
		;
	inside++;
	assert(inside == 1);
	inside--;
	taken = false;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
