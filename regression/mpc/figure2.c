/* Figure 2, the paper's M0; with EXTRA = i more threads, its Mi.  The crash needs i = 3, at least
 * two rounds of the loop, all k = 10, and one schedule of few.  Without BUG, two rounds are not
 * enough.
 *
 * A path has i == 3 or not, 0, 1 or 2 rounds, and k == 10 or not in each extra thread: 6 * 2^EXTRA.
 * Where all of them are and i == 3, x == 101 + EXTRA is possible as well, and then y == 2 after two
 * rounds only: 4 more. */
#include <assert.h>
#include <pthread.h>

#ifndef EXTRA
#define EXTRA 0
#endif
#ifdef BUG
#define CRASH 2
#else
#define CRASH 3
#endif

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
	int i = __VERIFIER_nondet_int();
	x = 2;
	y = 5;
	if (i == 3) {
		x++;
		pthread_mutex_lock(&lock);
		y--;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *second(void *arg) {
	x = 5;
	y = 0;
	if (x == EXTRA + 101)
		if (y == CRASH)
			assert(0);
	return arg;
}

static void *third(void *arg) {
	x = 100;
	int j = __VERIFIER_nondet_int();
	__VERIFIER_assume(j <= 2);
	while (j-- > 0) {
		pthread_mutex_lock(&lock);
		y++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *extra(void *arg) {
	int k = __VERIFIER_nondet_int();
	if (k == 10)
		x++;
	return arg;
}

int main(void) {
	pthread_t t1, t2, t3, more[EXTRA + 1];
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_create(&t3, NULL, third, NULL);
	for (int n = 0; n < EXTRA; n++)
		pthread_create(&more[n], NULL, extra, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	for (int n = 0; n < EXTRA; n++)
		pthread_join(more[n], NULL);
	return 0;
}
