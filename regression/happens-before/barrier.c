/* What is before a barrier happens before all that is after it; what a thread does after it happens
 * before nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
#ifdef RACE
	pthread_barrier_wait(&barrier);
	data = 1;
#else
	data = 1;
	pthread_barrier_wait(&barrier);
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	pthread_barrier_wait(&barrier);
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		return (void *)(long)data;
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
