/* A writer that needs the write mode, and a reader that takes it without need. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;

static void *writer(void *unused) {
	(void)unused;
#ifdef BUG
	pthread_rwlock_rdlock(&rw);
#else
	pthread_rwlock_wrlock(&rw);
#endif
	low++;
	high++;
	pthread_rwlock_unlock(&rw);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	pthread_rwlock_wrlock(&rw);
	assert(low == high);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_rdlock(&rw);
	assert(low == high);
	pthread_rwlock_unlock(&rw);
	pthread_join(t, NULL);
	return 0;
}
