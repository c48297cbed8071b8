/* A reader that locks again waits for a waiting writer only if the lock prefers writers. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = INITIALISER;

static void *run(void *argument) {
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
}
