/* A worker runs until it is stopped; BUG: it clears the flag itself when it begins, and so may lose
 * the request. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *worker(void *unused) {
#ifdef BUG
	stop = 0;
#endif
	while (!stop)
		;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	stop = 1;
	pthread_join(t, 0);
	return 0;
}
