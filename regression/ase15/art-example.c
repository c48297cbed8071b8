/* art-example: the paper does not say what this program does.  Ours is an artificial one too: the
 * paths of two threads depend on inputs and on what the other thread has written, and most of their
 * orders cannot make a difference to the assertion. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x, y, low, high;

static void *clamp_high(void *unused) {
	if (x > high)
		x = high;
	y = x;
	return NULL;
}

static void *clamp_low(void *unused) {
	if (x < low)
		x = low;
	if (y < low)
		y = low;
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	low = __VERIFIER_nondet_int();
	high = __VERIFIER_nondet_int();
	x = __VERIFIER_nondet_int();
	if (low > high)
		return 0;
	y = low;
	pthread_create(&t1, NULL, clamp_high, NULL);
	pthread_create(&t2, NULL, clamp_low, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
#ifdef BUG
	assert(low <= x && x <= high && low <= y && y <= high);
#else
	assert(y <= high);
#endif
	return 0;
}
