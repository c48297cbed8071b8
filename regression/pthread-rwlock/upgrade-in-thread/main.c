/* A reader that asks for the write lock waits for itself, though another thread runs on. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *argument) {
	pthread_rwlock_rdlock(&l);
	if (UPGRADE)
		pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	for (;;)
		;
}
