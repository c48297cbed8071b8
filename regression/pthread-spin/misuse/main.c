/* What POSIX leaves undefined. */
#include <pthread.h>

int main(void) {
	pthread_spinlock_t lock;
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&lock);
#ifndef DESTROY_LOCKED
	pthread_spin_unlock(&lock);
#endif
#ifdef UNLOCK_TWICE
	pthread_spin_unlock(&lock);
#endif
	pthread_spin_destroy(&lock);
#ifdef USE_DESTROYED
	pthread_spin_lock(&lock);
#endif
}
