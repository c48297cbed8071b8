/* A generator of random numbers, shared by compare-and-swap; its state is never 0, from which it
 * would not come back.  BUG: any number is taken as a new seed. */
#include "any.h"

static atomic_uint seed = 1;

static void *draw(void *arg) {
	unsigned old = seed, new;
	do {
		new = old ^ old << 13;
		new ^= new >> 17;
		new ^= new << 5;
	} while (!atomic_compare_exchange_strong(&seed, &old, new));
	assert(new != 0);
	return arg;
}

static void *sow(void *arg) {
	unsigned new = __VERIFIER_nondet_uint();
#ifndef BUG
	if (new != 0)
#endif
		seed = new;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, draw, NULL);
		else
			pthread_create(&t, NULL, sow, NULL);
}
