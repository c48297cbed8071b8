/* Two threads take from each other: the sums go below zero, and a shift needs few bits.  With the
 * bounds of what each read may return, eight rounds are decided at once. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 8 };

int a = 1, b = -1;

static void *left(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		a += b;
	return p;
}

static void *right(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		b -= 1;
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	/* All rounds of the right thread first: b is -9, and a is 1 - 8 * 9. */
	assert(a >= LEAST);
}
