/* A release sequence: read-modify-writes of any thread and order continue it, and so do stores of
 * the thread that began it; a store of another thread ends it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
#ifdef OWN
	atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
	return arg;
}

static void *middle(void *arg) {
#ifdef BETWEEN
	atomic_store_explicit(&flag, 3, memory_order_relaxed);
#elif defined STORES
	if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
		atomic_store_explicit(&flag, 2, memory_order_relaxed);
#elif !defined OWN
	int one = 1;
	atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed,
	                                        memory_order_relaxed);
#endif
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
		return (void *)(long)data;
	return arg;
}

int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, middle, NULL);
	pthread_create(&c, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
