/* What a search without bounds comes to, and what it cannot execute, is found again by the one
 * that goes on after it: --data-races-check with weaker orders, where states are seldom equal. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef HOLE
#define HOLE __asm__ volatile("frobnicate" ::: "memory")
#endif

atomic_int x, y;
int reached;

static void *add(void *p) {
	for (int i = 0; i < 2; i++)
		atomic_fetch_add_explicit(&x, 1, memory_order_release);
	atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	if (y == 5 && x == 4) {
		HOLE;
		reached = 1;
	}
	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return p;
}

static void *change(void *p) {
	int old, two = 2;
	atomic_fetch_add_explicit(&x, 1, memory_order_seq_cst);
	old = atomic_fetch_add_explicit(&y, 2, memory_order_relaxed);
	if (old == 2)
		atomic_compare_exchange_strong_explicit(&x, &two, old + 1, memory_order_relaxed,
		                                        memory_order_acquire);
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, add, 0);
	pthread_create(&t, 0, change, 0);
	while (atomic_load_explicit(&x, memory_order_acquire) != 2)
		;
	atomic_store_explicit(&y, 2, memory_order_seq_cst);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(!reached);
}
