/* The program that the paper calls Figure 9 and Figure 10: x is 2 * N in the end only if the second
 * thread increments it between the assignment and the test of each round of the first.  2^N paths.
 * Without BUG, the assertion is about one more. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif
#ifdef BUG
#define MOST (2 * N)
#else
#define MOST (2 * N + 1)
#endif

static int x;

static void *first(void *arg) {
	for (int i = 0; i < N; i++) {
		int tmp = x;
		tmp = tmp + 1;
		x = tmp;
		if (x == tmp)
			x = 0;
	}
	return arg;
}

static void *second(void *arg) {
	for (int i = 0; i < N; i++)
		x++;
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(x != MOST);
	return 0;
}
