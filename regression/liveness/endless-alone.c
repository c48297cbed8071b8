/* A loop without any access to what others share; BUG: it never ends. */
#include <pthread.h>

static void *worker(void *unused) {
	unsigned i = 1;
#ifdef BUG
	while (i)
		i = i % 8 + 1;
#else
	while (i < 8)
		i = i % 8 + 1;
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return 0;
}
