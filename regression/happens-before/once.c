/* The call of pthread_once that runs the function happens before all others return; what its thread
 * does afterwards does not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;
static atomic_int flag;

static void set(void) {
#ifndef RACE
	data = 1;
#endif
}

static void *writer(void *arg) {
	pthread_once(&once, set);
#ifdef RACE
	data = 1;
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		pthread_once(&once, set);
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
