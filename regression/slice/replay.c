/* Violations of the slice that the whole program has, or has not: in what was dropped, something
 * ends the execution or never ends. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int nondet_int(void);

#ifndef BEFORE
#define BEFORE (void)0
#endif

int x, noise, *p;

static void *writer(void *arg) {
	x = 1;
	noise = nondet_int();
	return arg;
}

int main(void) {
	pthread_t t;
	int n = 1, k = nondet_int();
	pthread_create(&t, 0, writer, 0);
	BEFORE;
	pthread_join(t, 0);
	assert(!x || k != 77);
	return 0;
}
