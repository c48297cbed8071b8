/* Orders survive the passes that take statements apart, put additions together and add checks. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SUM
#define SUM 2
#endif

struct pair {
	int a, b;
};

atomic_int from, to, x, y, sum, table[2];
_Atomic(int *) pointer;
struct pair shared, other;
int target;

static void *work(void *unused)
{
	struct pair copy;
	to = from;
	from = x = y = 1;
	pointer = &target;
	int r = atomic_load_explicit(&x, memory_order_acquire) +
	        atomic_load_explicit(&y, memory_order_relaxed);
	__atomic_load(&shared, &copy, __ATOMIC_CONSUME);
	__atomic_store(&shared, &copy, __ATOMIC_RELEASE);
	__atomic_exchange(&shared, &other, &copy, __ATOMIC_ACQ_REL);
	atomic_fetch_add_explicit(&sum, 1, memory_order_release);
	atomic_store_explicit(&table[r & 1], r, memory_order_relaxed);
	if (*pointer)
		r++;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(sum == SUM);
}
