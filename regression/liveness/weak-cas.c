/* A counter by a weak compare-exchange, which may fail without reason, but not for ever.  BUG: the
 * value that is expected is not read again after it has failed. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *unused) {
	int old = counter, seen = old;
	while (!atomic_compare_exchange_weak(&counter, &seen, old + 1)) {
#ifdef BUG
		seen = old;
#else
		old = seen;
#endif
	}
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
