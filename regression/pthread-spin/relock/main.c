/* A thread that locks its spinlock again spins for ever. */
#include <pthread.h>

int main(void) {
	pthread_spinlock_t lock;
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&lock);
	if (UNLOCK)
		pthread_spin_unlock(&lock);
	pthread_spin_lock(&lock);
	pthread_spin_unlock(&lock);
}
