/* A condition variable is initialised once before it is used, and again only after it was destroyed.
 * Zero bytes are what its static initialiser makes. */
#include <pthread.h>

#ifndef LOCAL
static pthread_cond_t x;
#endif

int main(void) {
#ifdef LOCAL
	pthread_cond_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		pthread_cond_init(&x, NULL);
		if (DESTROY)
			pthread_cond_destroy(&x);
	}
	pthread_cond_signal(&x);
	pthread_cond_broadcast(&x);
}
