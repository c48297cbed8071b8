/* Main changes a value between two groups of threads; the second group sees the last one.  BUG:
 * main changes it once more while they run. */
#include "any.h"

static atomic_int value;

static void *early(void *arg) {
	assert(value >= 1);
	return arg;
}

static void *late(void *arg) {
	assert(value == 2);
	return arg;
}

int main(void) {
	pthread_t t;
	value = 1;
	while (more())
		pthread_create(&t, NULL, early, NULL);
	value = 2;
	do
		pthread_create(&t, NULL, late, NULL);
	while (more());
#ifdef BUG
	value = 1;
#endif
	pthread_exit(NULL);
}
