// Exactly one of two exchanges succeeds.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int c, won;

static void *try(void *argument) {
	int expected = 0;
	if (atomic_compare_exchange_strong(&c, &expected, 1))
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
