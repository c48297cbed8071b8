/* Two threads look at the counter and keep what they saw in a local array, of which they read the
 * last element only.  What is in the others is no part of a state.  -DREADS: they read all of it;
 * -DRARE=N: the first element in a few schedules only, in which it is 2 at most; -DBUG: they expect
 * too little of the last one. */
#include <assert.h>
#include <pthread.h>

#ifndef SEEN
#define SEEN 4
#endif

static int counter;

static void look(int *seen) {
	for (int i = 0; i < SEEN; i++) {
		seen[i] = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
	}
}

static void *run(void *arg) {
	int seen[SEEN];
	look(seen);
#ifdef READS
	for (int i = 1; i < SEEN; i++)
		assert(seen[i - 1] < seen[i]);
#endif
#ifdef RARE
	if (seen[SEEN - 1] == SEEN + 1)
		assert(seen[0] != RARE);
#endif
#ifdef BUG
	assert(seen[SEEN - 1] < 2 * SEEN - 1);
#else
	assert(seen[SEEN - 1] < 2 * SEEN);
#endif
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
