// expect: sc=SAFE tso=SAFE pso=UNSAFE c11=RACE
// the lock is handed over with a relaxed store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	_Atomic(struct node *) next;
	atomic_int locked;
};
_Atomic(struct node *) tail;
int count;

static void lock(struct node *me) {
	atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, me, memory_order_release);
		while (atomic_load_explicit(&me->locked, memory_order_acquire))
			;
	}
}

static void unlock(struct node *me) {
	struct node *after = atomic_load_explicit(&me->next, memory_order_acquire);
	if (!after) {
		struct node *expected = me;
		if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&me->next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&after->locked, 0, memory_order_relaxed);
}

struct node n0, n1;

static void *t0(void *p) {
	lock(&n0);
	count++;
	unlock(&n0);
	return p;
}

static void *t1(void *p) {
	lock(&n1);
	count++;
	unlock(&n1);
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, t0, NULL);
	pthread_create(&b, NULL, t1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2);
	return 0;
}
