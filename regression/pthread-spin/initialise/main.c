/* A spinlock is initialised once before it is used, and again only after it was destroyed.
 * It has no static initialiser: zero bytes are none. */
#include <pthread.h>

#ifndef LOCAL
static pthread_spinlock_t x;
#endif

int main(void) {
#ifdef LOCAL
	pthread_spinlock_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		pthread_spin_init(&x, PTHREAD_PROCESS_PRIVATE);
		if (DESTROY)
			pthread_spin_destroy(&x);
	}
	pthread_spin_lock(&x);
	pthread_spin_unlock(&x);
}
