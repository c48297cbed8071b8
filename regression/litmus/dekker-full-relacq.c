// expect: sc=SAFE tso=UNSAFE pso=UNSAFE c11=RACE
// Dekker with turns, release and acquire instead of seq_cst.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int wants[2], turn;
int count;

static void lock(int i) {
	atomic_store_explicit(&wants[i], 1, memory_order_release);
	while (atomic_load_explicit(&wants[1 - i], memory_order_acquire)) {
		if (atomic_load_explicit(&turn, memory_order_relaxed) != i) {
			atomic_store_explicit(&wants[i], 0, memory_order_relaxed);
			while (atomic_load_explicit(&turn, memory_order_relaxed) != i)
				;
			atomic_store_explicit(&wants[i], 1, memory_order_release);
		}
	}
}

static void unlock(int i) {
	atomic_store_explicit(&turn, 1 - i, memory_order_release);
	atomic_store_explicit(&wants[i], 0, memory_order_release);
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
