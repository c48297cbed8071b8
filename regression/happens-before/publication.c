/* Data that is published by a flag: the store has to release, and the load to acquire, or fences
 * do. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
#ifdef RELEASE_FENCE
	atomic_thread_fence(memory_order_release);
#endif
	atomic_store_explicit(&flag, 1, STORE);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, LOAD)) {
#ifdef ACQUIRE_FENCE
		atomic_thread_fence(memory_order_acquire);
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
