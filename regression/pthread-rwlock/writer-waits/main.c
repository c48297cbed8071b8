/* POSIX lets an implementation keep readers out while a writer waits, also one that has a read lock already. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *unused) {
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_rwlock_rdlock(&l);
	BETWEEN;
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	LAST;
	pthread_join(t, NULL);
}
