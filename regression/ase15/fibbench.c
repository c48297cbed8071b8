/* fibbench: two threads add the number of the other to their own, ROUNDS times each.  In turns they
 * compute the Fibonacci numbers, and no schedule comes further than that. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static int i = 1, j = 1;

static void *raise_i(void *unused) {
	for (int k = 0; k < ROUNDS; k++)
		i += j;
	return NULL;
}

static void *raise_j(void *unused) {
	for (int k = 0; k < ROUNDS; k++)
		j += i;
	return NULL;
}

static int fibonacci(int n) {
	int last = 0, number = 1;
	for (int k = 1; k < n; k++) {
		int sum = last + number;
		last = number;
		number = sum;
	}
	return number;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, raise_i, NULL);
	pthread_create(&t2, NULL, raise_j, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
#ifdef BUG
	int most = fibonacci(2 * ROUNDS + 2) - 1;
#else
	int most = fibonacci(2 * ROUNDS + 2);
#endif
	assert(i <= most && j <= most);
	return 0;
}
