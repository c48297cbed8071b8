/* A barrier is initialised once before it is used, and again only after it was destroyed.
 * It has no static initialiser: zero bytes are none. */
#include <pthread.h>

#ifndef LOCAL
static pthread_barrier_t x;
#endif

int main(void) {
#ifdef LOCAL
	pthread_barrier_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		pthread_barrier_init(&x, NULL, 1);
		if (DESTROY)
			pthread_barrier_destroy(&x);
	}
	pthread_barrier_wait(&x);
	pthread_barrier_wait(&x);
}
