/* Unchecked, an unlock by another thread takes away a read lock, and leaves a writer's where it is. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *unused) {
	pthread_rwlock_unlock(&l);
	assert(pthread_rwlock_trywrlock(&l) EXPECTED);
	return unused;
}

int main(void) {
	pthread_t t;
	LOCK(&l);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
}
