/* What POSIX leaves undefined. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *argument) {
#ifdef UNLOCK_BY_OTHER
	pthread_rwlock_unlock(&l);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_rwlock_rdlock(&l);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_rwlock_unlock(&l);
#ifdef UNLOCK_TWICE
	pthread_rwlock_unlock(&l);
#endif
#ifdef DESTROY_READ
	pthread_rwlock_rdlock(&l);
#endif
#ifdef DESTROY_WRITE
	pthread_rwlock_wrlock(&l);
#endif
	pthread_rwlock_destroy(&l);
#ifdef USE_DESTROYED
	USE_DESTROYED(&l);
#endif
}
