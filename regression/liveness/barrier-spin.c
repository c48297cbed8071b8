/* A barrier that spins on a sense; BUG: the last one to come does not turn it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 2, sense;

static void *worker(void *unused) {
	if (atomic_fetch_sub(&missing, 1) == 1) {
#ifdef BUG
		sense = 0;
#else
		sense = 1;
#endif
	} else {
		while (!sense)
			;
	}
	return unused;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	worker(0);
	pthread_join(a, 0);
	return 0;
}
