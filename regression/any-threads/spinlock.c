/* A spin lock of the library.  BUG: the lock is released too early. */
#include "any.h"

static pthread_spinlock_t lock;
static int inside;

static void *worker(void *arg) {
	for (;;) {
		pthread_spin_lock(&lock);
		inside++;
#ifdef BUG
		pthread_spin_unlock(&lock);
		pthread_spin_lock(&lock);
#endif
		assert(inside == 1);
		inside--;
		pthread_spin_unlock(&lock);
	}
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
