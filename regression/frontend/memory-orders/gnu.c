/* __atomic_* and __sync_* of objects that are not atomic otherwise. */
#include <assert.h>
#include <pthread.h>

#ifndef SUM
#define SUM 3
#endif

struct pair {
	int a, b;
};

int load_relaxed, load_acquire, store_release, swap_acq_rel, add_release, cas_release, clear_relaxed;
int chosen, order;
char set_acquire;
struct pair pair_consume, read;
int sync_add, sync_set, sync_unset, sync_cas, sync_sum;

static void gnu(void)
{
	int r, one = 1, e = 0;
	r = __atomic_load_n(&load_relaxed, __ATOMIC_RELAXED);
	__atomic_load(&load_acquire, &r, __ATOMIC_ACQUIRE);
	__atomic_store(&store_release, &one, __ATOMIC_RELEASE);
	__atomic_exchange_n(&swap_acq_rel, 1, __ATOMIC_ACQ_REL);
	__atomic_add_fetch(&add_release, 1, __ATOMIC_RELEASE);
	__atomic_compare_exchange_n(&cas_release, &e, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
	__atomic_load(&pair_consume, &read, __ATOMIC_CONSUME);
	__atomic_test_and_set(&set_acquire, __ATOMIC_ACQUIRE);
	__atomic_clear(&clear_relaxed, __ATOMIC_RELAXED);
	__atomic_fetch_add(&chosen, 1, order); /* not a constant */
}

static void sync(void)
{
	__sync_fetch_and_add(&sync_add, 1);
	__sync_lock_test_and_set(&sync_set, 1);
	__sync_lock_release(&sync_unset);
	__sync_bool_compare_and_swap(&sync_cas, 0, 1);
	__sync_val_compare_and_swap(&sync_cas, 1, 2);
	__sync_add_and_fetch(&sync_sum, 1);
}

static void *work(void *unused)
{
	gnu();
	sync();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pair_consume.a = 0;
	__atomic_fetch_add(&add_release, 2, __ATOMIC_RELAXED);
	pthread_join(t, NULL);
	assert(add_release == SUM);
}
