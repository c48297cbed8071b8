/* What a thread does before it creates another one happens before that; what it does afterwards
 * does not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		return (void *)(long)data;
	return arg;
}

int main(void) {
	pthread_t a;
#ifndef RACE
	data = 1;
#endif
	pthread_create(&a, NULL, reader, NULL);
#ifdef RACE
	data = 1;
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	pthread_join(a, NULL);
	return 0;
}
