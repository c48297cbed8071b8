/* A barrier for three threads; BUG: one of them does not come. */
#include <pthread.h>

static pthread_barrier_t all;

static void *worker(void *comes) {
	if (comes)
		pthread_barrier_wait(&all);
	return comes;
}

int main(void) {
	pthread_t a, b;
	pthread_barrier_init(&all, 0, 3);
	pthread_create(&a, 0, worker, &all);
#ifdef BUG
	pthread_create(&b, 0, worker, 0);
#else
	pthread_create(&b, 0, worker, &all);
#endif
	pthread_barrier_wait(&all);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
