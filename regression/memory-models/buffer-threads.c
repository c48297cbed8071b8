/* A thread that was created sees what its creator has stored before, and who joins a thread sees
 * what that has stored; who only sees a flag that was stored before the end of a thread need not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static _Atomic int done;
static volatile int result;

static void *body(void *unused) {
	assert(data == 7);
	result = 8;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

static void *idle(void *unused) {
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, idle, 0);
	data = 7;
	pthread_create(&t, 0, body, 0);
#if JOINS
	pthread_join(t, 0);
	assert(result == 8);
#else
	if (atomic_load_explicit(&done, memory_order_relaxed))
		assert(result == 8);
#endif
	return 0;
}
