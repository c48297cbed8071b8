/* A local that is in memory has one value the first time that a point is reached, and another later. */
#include <pthread.h>
#include <assert.h>

#ifndef LAST
#define LAST 3
#endif

int shared;

static void add(int *at) {
	if (*at < 3)
		*at = *at + 1;
}

static void *work(void *unused) {
	int own = 0;
	for (;;) {
		add(&own);
		shared = 0;
		assert(own <= LAST);
	}
	return unused;
}

int main(void) {
	for (;;) {
		pthread_t t;
		pthread_create(&t, 0, work, 0);
	}
}
