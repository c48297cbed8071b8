/* micro, after Ghafari, Hu and Rakamaric, "Context-bounded translations for concurrent software",
 * SPIN 2010: threads of a hundred visible statements each, all on one variable.  Increments may get
 * lost, but never appear from nowhere. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

#define TEN(s) s s s s s s s s s s

static int x = 0;

static void *increment(void *unused) {
	TEN(TEN(x++;))
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, increment, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	assert(0 < x && x <= THREADS * 100);
	return 0;
}
