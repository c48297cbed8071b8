/* A reader that asks for the write lock waits for itself, though another thread runs on. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
	pthread_rwlock_rdlock(&l);
	if (UNLOCK)
		pthread_rwlock_unlock(&l);
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
}
