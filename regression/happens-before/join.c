/* The end of a thread happens before the join that waits for it; that it is said to be near its
 * end, relaxed, does not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

int main(void) {
	pthread_t a;
	int seen = 0;
	pthread_create(&a, NULL, writer, NULL);
#ifdef RACE
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		seen = data;
	pthread_join(a, NULL);
#else
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		seen = 1;
	pthread_join(a, NULL);
	seen += data;
#endif
	return seen;
}
