// expect: sc=SAFE tso=SAFE pso=UNSAFE c11=UNSAFE
// without the release fence of push.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* Chase and Lev's deque as in Le, Pop, Cohen, Zappa Nardelli 2013, with a fixed array. */
enum { SIZE = 4 };
atomic_int array[SIZE];
atomic_long top, bottom;
atomic_int taken[3];

static void push(int v) {
	long b = atomic_load_explicit(&bottom, memory_order_relaxed);
	atomic_store_explicit(&array[b % SIZE], v, memory_order_relaxed);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
	long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	long t = atomic_load_explicit(&top, memory_order_relaxed);
	int v = 0;
	if (t <= b) {
		v = atomic_load_explicit(&array[b % SIZE], memory_order_relaxed);
		if (t == b) {
			if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
				v = 0;
			atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
		}
	} else {
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	}
	return v;
}

static int steal(void) {
	long t = atomic_load_explicit(&top, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	long b = atomic_load_explicit(&bottom, memory_order_acquire);
	int v = 0;
	if (t < b) {
		v = atomic_load_explicit(&array[t % SIZE], memory_order_relaxed);
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
			return 0;
		assert(v != 0);
	}
	return v;
}

static void note(int v) {
	if (v)
		assert(atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed) == 0);
}

static void *owner(void *p) {
	push(1);
	push(2);
	note(take());
	note(take());
	return p;
}

static void *thief(void *p) {
	note(steal());
	note(steal());
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, owner, NULL);
	pthread_create(&b, NULL, thief, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
