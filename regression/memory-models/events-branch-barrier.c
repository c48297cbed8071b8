/* A barrier, and a store behind it, on a branch that is not taken order nothing: the last store to
 * 'ready' may overtake that to 'data'.  The twin has the barrier on every path. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static _Atomic int data, ready;

static void *writer(void *unused) {
	_Bool chosen = __VERIFIER_nondet_bool();
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	if (chosen || ALWAYS) {
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&ready, 2, memory_order_relaxed);
	}
	atomic_store_explicit(&ready, 3, memory_order_relaxed);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (atomic_load_explicit(&ready, memory_order_relaxed) == 3)
		assert(atomic_load_explicit(&data, memory_order_relaxed));
	pthread_join(t, 0);
	return 0;
}
