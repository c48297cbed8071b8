// expect: sc=SAFE tso=SAFE pso=SAFE c11=SAFE
// take and two steals of Chase and Lev's deque.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int b = 2, t, e;
int r0 = -1, r1 = -1, r2 = -1, r3 = -1, r4 = -1, r5 = -1, r6 = -1;

static void *t0(void *p) {
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	r0 = atomic_load_explicit(&t, memory_order_relaxed);
	if (r0==0) {
		atomic_store_explicit(&e, 1, memory_order_relaxed);
	}
	return p;
}

static void *t1(void *p) {
	r1 = atomic_load_explicit(&t, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	r2 = atomic_load_explicit(&b, memory_order_acquire);
	if (r1<r2) {
		int er3 = 0;
		r3 = atomic_compare_exchange_strong_explicit(&t, &er3, 1, memory_order_seq_cst, memory_order_relaxed);
	}
	r4 = atomic_load_explicit(&t, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	r5 = atomic_load_explicit(&b, memory_order_acquire);
	if (r4==1) {
		if (r5==2) {
			int er6 = 1;
			r6 = atomic_compare_exchange_strong_explicit(&t, &er6, 2, memory_order_seq_cst, memory_order_relaxed);
		}
	}
	return p;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!(r0==0 && r6==1));
	return 0;
}
