/* A weak compare-exchange may fail although nobody interferes: a flag that is set without a second try. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *unused) {
	(void)unused;
	int expected = 0;
	if (!atomic_compare_exchange_weak(&flag, &expected, 1))
		RETRY;
	return NULL;
}

static void *gnu(void *unused) {
	int expected = 1;
	__atomic_compare_exchange_n((int *)&flag, &expected, 2, WEAK, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	pthread_join(t, NULL);
	assert(flag == 1);
	gnu(NULL);
	assert(flag == 2);
	return 0;
}
