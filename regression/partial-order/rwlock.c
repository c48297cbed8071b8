/* A reader sees one value as long as it holds the lock, if writers do not share it. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *store(void *unused) {
	LOCK(&lock);
	x = 1;
	pthread_rwlock_unlock(&lock);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	pthread_rwlock_rdlock(&lock);
	int first = x, second = x;
	pthread_rwlock_unlock(&lock);
	assert(first == second);
	pthread_join(t, NULL);
	return 0;
}
