/* Loops without a bound: a lock of the user's own, whose release is a plain store.  Under tso that
 * is enough, under pso what was stored in the section may come later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int lock;
static int count;

static void *body(void *unused) {
	while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
		;
	int was = count;
	count = was + 1;
	atomic_store_explicit(&lock, 0, RELEASE);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, body, 0);
	pthread_create(&t, 0, body, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(count == 2);
	return 0;
}
