/* An unlock happens before the next lock of the same mutex; not of another one. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		pthread_mutex_lock(&other);
		pthread_mutex_unlock(&other);
#else
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
#endif
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
