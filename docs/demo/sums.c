/* Two threads add each other's variable: each order of their accesses gives other sums. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif
#ifndef MOST
#define MOST 144 /* the Fibonacci number 2 * ROUNDS + 2 */
#endif

int a = 1, b = 1;

static void *left(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		a += b;
	return p;
}

static void *right(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		b += a;
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	assert(a <= MOST && b <= MOST);
}
