/* A reader never sees a writer half way. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *run(void *argument) {
	if (LOCK)
		pthread_rwlock_rdlock(&l);
	assert(a == b);
	if (LOCK)
		pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_rwlock_wrlock(&l);
	a = 1;
	b = 1;
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
}
