/* Assumptions over values that nothing else depends on cost no query, unless they exclude all. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int nondet_int(void);
void __CPROVER_assume(int);

#ifndef ASSUMED
#define ASSUMED 1
#endif
#ifndef LAST
#define LAST 1
#endif

int x;

void *writer(void *p) {
	x = LAST;
	return p;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	for (int i = 0; i < 100; i++)
		printf("round %d\n", i);
	int a = nondet_int(), b = nondet_int();
	__CPROVER_assume(a > 3 && a < 8);
	printf("a\n");
	__CPROVER_assume(ASSUMED);
	pthread_join(t, 0);
	assert(x == 1);
	return b;
}
