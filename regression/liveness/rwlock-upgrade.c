/* Readers that want to write try for the write lock; BUG: without giving up their read locks. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *worker(void *unused) {
	pthread_rwlock_rdlock(&l);
	int seen = value;
#ifndef BUG
	pthread_rwlock_unlock(&l);
#endif
	while (pthread_rwlock_trywrlock(&l))
		;
	value = seen + 1;
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
