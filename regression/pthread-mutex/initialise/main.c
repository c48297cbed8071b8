/* A mutex is initialised once before it is used, and again only after it was destroyed.
 * Zero bytes are what its static initialiser makes. */
#include <pthread.h>

#ifndef LOCAL
static pthread_mutex_t x;
#endif

int main(void) {
#ifdef LOCAL
	pthread_mutex_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		pthread_mutex_init(&x, NULL);
		if (DESTROY)
			pthread_mutex_destroy(&x);
	}
	pthread_mutex_lock(&x);
	pthread_mutex_unlock(&x);
}
