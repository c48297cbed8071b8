/* A guided run comes to the branch with two threads ready, and only the one at the branch must go
 * on: the other one would change x again. */
#include <assert.h>
#include <pthread.h>

#ifndef STEP
#define STEP 1
#endif

int x = 1, seen;

static void *reads(void *argument) {
	if (x == 2)
		seen = 1;
	return argument;
}

static void *writes(void *argument) {
	x = x + STEP;
	x = 1;
	return argument;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, reads, NULL);
	pthread_create(&t[1], NULL, writes, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!seen);
	return 0;
}
