// expect: sc=SAFE tso=UNSAFE pso=UNSAFE c11=RACE
// Lamport's bakery with relaxed accesses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int entering[2], number[2];
int count;

static void lock(int i) {
	int k = 1 - i;
	atomic_store_explicit(&entering[i], 1, memory_order_relaxed);
	int other = atomic_load_explicit(&number[k], memory_order_relaxed);
	atomic_store_explicit(&number[i], other + 1, memory_order_relaxed);
	atomic_store_explicit(&entering[i], 0, memory_order_relaxed);
	while (atomic_load_explicit(&entering[k], memory_order_relaxed))
		;
	for (;;) {
		int n = atomic_load_explicit(&number[k], memory_order_relaxed);
		int m = other + 1;
		if (n == 0 || m < n || (m == n && i < k))
			break;
	}
}

static void unlock(int i) {
	atomic_store_explicit(&number[i], 0, memory_order_relaxed);
}

static void *t0(void *p) {
	lock(0);
	count++;
	unlock(0);
	return p;
}

static void *t1(void *p) {
	lock(1);
	count++;
	unlock(1);
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
