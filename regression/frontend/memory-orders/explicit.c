/* The _explicit functions of stdatomic.h, with every order that each may have.  The name of each
 * variable says the order of the access to it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SUM
#define SUM 2
#endif

atomic_int load_relaxed, load_consume, load_acquire, load_seq_cst;
atomic_int store_relaxed, store_release, store_seq_cst;
atomic_int add_relaxed, add_consume, add_acquire, add_release, add_acq_rel, add_seq_cst;
atomic_int swap_acq_rel, or_release, chosen;
atomic_int cas_relaxed, cas_acq_rel, cas_seq_cst;
atomic_flag flag = ATOMIC_FLAG_INIT;
int choose;

static void loads(void)
{
	int r = atomic_load_explicit(&load_relaxed, memory_order_relaxed);
	r += atomic_load_explicit(&load_consume, memory_order_consume);
	r += atomic_load_explicit(&load_acquire, memory_order_acquire);
	r += atomic_load_explicit(&load_seq_cst, memory_order_seq_cst);
	assert(r == 0);
}

static void stores(void)
{
	atomic_store_explicit(&store_relaxed, 1, memory_order_relaxed);
	atomic_store_explicit(&store_release, 1, memory_order_release);
	atomic_store_explicit(&store_seq_cst, 1, memory_order_seq_cst);
	atomic_store_explicit(&chosen, 1, choose); /* not a constant */
}

static void read_modify_write(void)
{
	int e = 0;
	atomic_fetch_add_explicit(&add_relaxed, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&add_consume, 1, memory_order_consume);
	atomic_fetch_add_explicit(&add_acquire, 1, memory_order_acquire);
	atomic_fetch_add_explicit(&add_release, 1, memory_order_release);
	atomic_fetch_add_explicit(&add_acq_rel, 1, memory_order_acq_rel);
	atomic_fetch_add_explicit(&add_seq_cst, 1, memory_order_seq_cst);
	atomic_exchange_explicit(&swap_acq_rel, 1, memory_order_acq_rel);
	atomic_fetch_or_explicit(&or_release, 1, memory_order_release);
	atomic_compare_exchange_weak_explicit(&cas_relaxed, &e, 1, memory_order_relaxed,
	                                      memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&cas_acq_rel, &e, 1, memory_order_acq_rel,
	                                        memory_order_acquire);
	atomic_compare_exchange_strong_explicit(&cas_seq_cst, &e, 1, memory_order_seq_cst,
	                                        memory_order_consume);
	atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
	atomic_flag_clear_explicit(&flag, memory_order_release);
}

static void *work(void *unused)
{
	loads();
	stores();
	read_modify_write();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	atomic_fetch_add_explicit(&add_relaxed, 1, memory_order_relaxed);
	pthread_join(t, NULL);
	assert(add_relaxed == SUM);
}
