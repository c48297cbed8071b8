/* Plain data behind a flag: both ends have to be raised. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef STORE
#define STORE memory_order_relaxed
#endif
#ifndef LOAD
#define LOAD memory_order_relaxed
#endif

static int data;
static atomic_int flag;

static void *writer(void *p) {
	data = 1;
	atomic_store_explicit(&flag, 1, STORE);
	return p;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (atomic_load_explicit(&flag, LOAD))
		assert(data == 1);
	return 0;
}
