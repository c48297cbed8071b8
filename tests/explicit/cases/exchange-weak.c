// The first of two exchanges may fail, if they are weak.
// options: --weak-cas-may-fail
// expect: assertion 15 contexts 1 preemptions 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int c, won;

static void *try(void *argument) {
	int expected = 0;
	if (atomic_compare_exchange_weak(&c, &expected, 1))
		won++;
	else
		assert(expected == 1);
	return argument;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, try, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(won == 1);
	return 0;
}
