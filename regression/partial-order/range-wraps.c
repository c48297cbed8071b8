/* Sums of unsigned chars wrap around: bounds must not forget that. */
#include <assert.h>
#include <pthread.h>

unsigned char a = 100, b = 100;
int guess;

static void *left(void *p) {
	a += b;
	a += b;
	return p;
}

static void *right(void *p) {
	b += a;
	if (b < 100)
		guess = b;
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	/* b is 100 plus what a is: 100, 200, or 300 % 256 and more; only 300 is below 100 again. */
	assert(guess != WRAPPED);
}
