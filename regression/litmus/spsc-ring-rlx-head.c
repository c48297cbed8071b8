// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// the consumer does not release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 2, N = 3 };
int ring[SIZE];
atomic_uint head, tail;

static void *t0(void *p) {
	for (int i = 0; i < N; i++) {
		unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
		while (t - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
			;
		ring[t % SIZE] = i + 1;
		atomic_store_explicit(&tail, t + 1, memory_order_release);
	}
	return p;
}

static void *t1(void *p) {
	for (int i = 0; i < N; i++) {
		unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
		while (atomic_load_explicit(&tail, memory_order_acquire) == h)
			;
		assert(ring[h % SIZE] == i + 1);
		atomic_store_explicit(&head, h + 1, memory_order_relaxed);
	}
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, t0, NULL);
	pthread_create(&b, NULL, t1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
