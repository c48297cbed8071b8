/* Data that a flag publishes: the order of the two stores, and that the flag is atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *writer(void *unused) {
	(void)unused;
#ifdef BUG
	atomic_store(&ready, 1);
	data = 42;
#else
	data = 42;
	atomic_store(&ready, 1);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (atomic_load(&ready))
		assert(data == 42);
	pthread_join(t, NULL);
	return 0;
}
