/* A lock that is taken by compare-and-swap.  An input says whether a thread wants it; if so, it
 * makes ATTEMPTS attempts.  With BUG, to look and to take are two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 5
#endif

int __VERIFIER_nondet_int(void);

static int lock;
static int inside; /* written by the thread that has the lock */

static bool try_lock(void) {
#ifdef BUG
	return lock == 0 ? lock = 1 : 0;
#else
	return __sync_bool_compare_and_swap(&lock, 0, 1);
#endif
}

static void *run(void *arg) {
	int me = (int)(long)arg, wants = __VERIFIER_nondet_int();
	for (int i = 0; wants && i < ATTEMPTS; i++)
		if (try_lock()) {
			inside = me;
			assert(inside == me);
			__atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
		}
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, run, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
