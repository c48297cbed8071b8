/* A flag is set; BUG: and cleared again, perhaps before the thread that spins has seen it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *consumer(void *unused) {
	while (!ready)
		;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, consumer, 0);
	ready = 1;
#ifdef BUG
	ready = 0;
#endif
	pthread_join(t, 0);
	return 0;
}
