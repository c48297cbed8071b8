/* Figure 1: the error needs an input of at least 100 and a test before it is overwritten.  Two
 * paths; without BUG, where inputs are less, one. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int x, y;

static int input(void) {
	int value = __VERIFIER_nondet_int();
#ifndef BUG
	__VERIFIER_assume(value < 100);
#endif
	return value;
}

static void *first(void *arg) {
	int i = input();
	x = i;
	x = 2;
	return arg;
}

static void *second(void *arg) {
	int j = input();
	x = j;
	x = 4;
	return arg;
}

static void *third(void *arg) {
	if (x >= 100)
		assert(0);
	else
		y = 2;
	return arg;
}

int main(void) {
	pthread_t t1, t2, t3;
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_create(&t3, NULL, third, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
