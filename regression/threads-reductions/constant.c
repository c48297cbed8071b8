/* What is only read while several threads live needs no context switches.  LATE: one thread writes
 * it after all. */
#include <assert.h>
#include <pthread.h>

static int low = 1, high = 9, done;

static void *read_twice(void *unused) {
	int before = high - low;
	__atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
	assert(high - low == before);
	return unused;
}

static void *count(void *unused) {
	for (int i = 0; i < 4; i++)
		__atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
#ifdef LATE
	high = low;
#endif
	return unused;
}

/* So many schedules that the search has learnt what needs switches before it finds the bug. */
static int turn;

static void *take_turns(void *arg) {
	for (int i = 0; i < 12; i++)
		assert(__atomic_exchange_n(&turn, (int)(long)arg, __ATOMIC_SEQ_CST) < 3);
	return NULL;
}

int main(void) {
	pthread_t t;
	high = 10;
	pthread_create(&t, NULL, read_twice, NULL);
	pthread_create(&t, NULL, read_twice, NULL);
	pthread_create(&t, NULL, count, NULL);
	pthread_create(&t, NULL, take_turns, (void *)1);
	pthread_create(&t, NULL, take_turns, (void *)2);
	return 0;
}
