/* A semaphore is initialised once before it is used, and again only after it was destroyed.
 * It has no static initialiser: zero bytes are none. */
#include <semaphore.h>

#ifndef LOCAL
static sem_t x;
#endif

int main(void) {
#ifdef LOCAL
	sem_t x;
#endif
	for (int i = 0; i < INITS; i++) {
		sem_init(&x, 0, 1);
		if (DESTROY)
			sem_destroy(&x);
	}
	sem_wait(&x);
	sem_post(&x);
}
