/* A pair of numbers that belong together; BUG: the writer locks as readers do. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define LOCK_TO_WRITE pthread_rwlock_rdlock
#else
#define LOCK_TO_WRITE pthread_rwlock_wrlock
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *reader(void *arg) {
	(void)arg;
	pthread_rwlock_rdlock(&lock);
	assert(a == b);
	pthread_rwlock_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t r, s;
	pthread_create(&r, NULL, reader, NULL);
	pthread_create(&s, NULL, reader, NULL);
	LOCK_TO_WRITE(&lock);
	a++;
	b++;
	pthread_rwlock_unlock(&lock);
	pthread_join(r, NULL);
	pthread_join(s, NULL);
}
