/* Dekker's entry protocol, twice each, with a plain counter inside: the fence between the own flag
 * and that of the other is what keeps them apart. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int flag[2];
static int inside;

static void enter(int me) {
	for (int i = 0; i < 2; i++) {
		atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
#if FENCE
		atomic_thread_fence(memory_order_seq_cst);
#endif
		if (!atomic_load_explicit(&flag[!me], memory_order_relaxed)) {
			inside++;
			assert(inside == 1);
			inside--;
		}
		atomic_store_explicit(&flag[me], 0, memory_order_release);
	}
}

static void *other(void *unused) {
	enter(1);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	enter(0);
	pthread_join(t, 0);
	return 0;
}
