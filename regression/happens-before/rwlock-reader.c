/* The unlock of a reader happens before the lock of a writer; not before that of a reader. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		pthread_rwlock_rdlock(&l);
#else
		pthread_rwlock_wrlock(&l);
#endif
		pthread_rwlock_unlock(&l);
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
