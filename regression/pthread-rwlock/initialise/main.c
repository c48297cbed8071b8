/* A read-write lock is initialised once before it is used, and again only after it was destroyed.
 * Zero bytes are what its static initialiser makes. */
#include <pthread.h>

#ifndef LOCAL
static pthread_rwlock_t x;
#endif

int main(void) {
#ifdef LOCAL
	pthread_rwlock_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		pthread_rwlock_init(&x, NULL);
		if (DESTROY)
			pthread_rwlock_destroy(&x);
	}
	pthread_rwlock_rdlock(&x);
	pthread_rwlock_unlock(&x);
}
