/* Two accesses that can meet are a race by either definition: strategies that do not know weaker
 * orders find it, and say UNKNOWN where there is none. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int count;

static void *adder(void *arg) {
#ifdef RACE
	data++;
#endif
	atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, adder, NULL);
	pthread_create(&b, NULL, adder, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return data;
}
