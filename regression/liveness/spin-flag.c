/* A thread spins until a flag is set; BUG: another flag is. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, done;

static void *consumer(void *unused) {
	while (!ready)
		;
	done = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, consumer, 0);
#ifdef BUG
	done = 1;
#else
	ready = 1;
#endif
	pthread_join(t, 0);
	return 0;
}
