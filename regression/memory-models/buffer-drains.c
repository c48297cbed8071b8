/* What waits for the store buffer, between the store and the load of store buffering: a
 * read-modify-write, also a compare-exchange that fails, an operation of the library, an atomic
 * section, a sequentially consistent store.  A load does not, nor a store with release. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static _Atomic int x, y, z, w;
static int plain;
static int a, b;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;

static void between(_Atomic int *own, pthread_mutex_t *m) {
	int expected = 5;
#if WHAT == 0
	atomic_load_explicit(own, memory_order_seq_cst);
#elif WHAT == 1
	atomic_store_explicit(own, 1, memory_order_release);
#elif WHAT == 2
	atomic_fetch_add_explicit(own, 1, memory_order_relaxed);
#elif WHAT == 3
	atomic_compare_exchange_strong_explicit(own, &expected, 1, memory_order_relaxed,
	                                        memory_order_relaxed);
#elif WHAT == 4
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
#elif WHAT == 5
	__VERIFIER_atomic_begin();
	plain++;
	__VERIFIER_atomic_end();
#elif WHAT == 6
	atomic_store_explicit(own, 1, memory_order_seq_cst);
#elif WHAT == 7
	__atomic_store_n(&plain, 1, __ATOMIC_SEQ_CST);
#elif WHAT == 8
	__atomic_store_n(&plain, 1, __ATOMIC_RELAXED);
#elif WHAT == 9
	__sync_synchronize();
#endif
	(void)expected, (void)m, (void)own;
}

static void *one(void *unused) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	between(&z, &m1);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *two(void *unused) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	between(&w, &m2);
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
