/* Inputs that are read below a node are arbitrary for each state that reaches it: the second state
 * at these locations has already used inputs of its own. */
#include <assert.h>
#include <pthread.h>

#ifndef BOUND
#define BOUND 100
#endif

int nondet_int(void);

static int limit, sum;

static void *chooser(void *unused) {
	int n = nondet_int();
	if (n >= 0 && n <= 50)
		limit = n;
	limit = 10;
	return NULL;
}

static void *adder(void *unused) {
	int bound = limit;
	int n = nondet_int();
	if (n >= 0 && n <= bound)
		sum += n;
	int m = nondet_int();
	if (m >= 0 && m <= bound)
		sum += m;
	assert(sum <= BOUND);
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, chooser, NULL);
	pthread_create(&t2, NULL, adder, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
