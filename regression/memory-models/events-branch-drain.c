/* What drains the buffer on one branch does not on the other: store buffering, where one thread
 * goes either way.  The twin drains on both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static _Atomic int x, y, z;
static int a = 1, b = 1;

static void *one(void *unused) {
	_Bool chosen = __VERIFIER_nondet_bool();
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	(void)atomic_load_explicit(&z, memory_order_relaxed);
	if (chosen) {
		atomic_store_explicit(&z, 1, memory_order_relaxed);
		atomic_fetch_add_explicit(&z, 1, memory_order_relaxed);
	} else if (BOTH)
		atomic_thread_fence(memory_order_seq_cst);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *two(void *unused) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
