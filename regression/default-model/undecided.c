/* The strategy that knows C11 has no handlers of signals. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int data;
static atomic_int ready, asked;

static void handler(int number) {
	(void)number;
	atomic_store_explicit(&asked, 1, memory_order_relaxed);
}

static void *publish(void *unused) {
	data = 42;
	atomic_store_explicit(&ready, 1, memory_order_release);
	return unused;
}

int main(void) {
	pthread_t t;
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	pthread_create(&t, NULL, publish, NULL);
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(data == WANT);
	pthread_join(t, NULL);
	return 0;
}
