/* Two threads say that they are there and look for the other: one of them sees it, if all is
 * sequentially consistent.  BUG: under sequential consistency, too, neither need see it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int x, y;
static int sees_x, sees_y;

static void *first(void *unused) {
#ifdef BUG
	sees_y = atomic_load(&y);
	atomic_store_explicit(&x, 1, memory_order_release);
#else
	atomic_store_explicit(&x, 1, ORDER);
	sees_y = atomic_load_explicit(&y, ORDER == memory_order_seq_cst ? ORDER : memory_order_acquire);
#endif
	return unused;
}

static void *second(void *unused) {
	atomic_store_explicit(&y, 1, ORDER);
	sees_x = atomic_load_explicit(&x, ORDER == memory_order_seq_cst ? ORDER : memory_order_acquire);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sees_x || sees_y);
}
