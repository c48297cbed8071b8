#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool ready;
static atomic_int turn;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static int data, plain;

static bool is_ready(void) {
	return atomic_load_explicit(&ready, memory_order_acquire);
}

static void *producer(void *unused) {
	if (LATE)
		atomic_store(&ready, true);
	data = 1;
	__atomic_store_n(&plain, 2, __ATOMIC_SEQ_CST);
	if (!LATE)
		atomic_store(&ready, true);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, producer, NULL);
	if (is_ready())
		if (__atomic_load_n(&plain, __ATOMIC_SEQ_CST) < 2)
			if (atomic_load(&turn) == 0)
				if (!atomic_flag_test_and_set(&taken))
					assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
