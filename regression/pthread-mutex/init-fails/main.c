/* What is initialised at run time may fail, if that is allowed. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
	pthread_mutex_t m;
	pthread_cond_t c;
	pthread_rwlock_t l;
	pthread_barrier_t b;
	pthread_spinlock_t s;
	pthread_key_t k;
	sem_t sem;
	int error = INIT;
	if (LOOKS && error != 0) {
		assert(error == EAGAIN || error == ENOMEM || (error == -1 && errno != 0));
		return 1;
	}
	assert(error == 0);
}
