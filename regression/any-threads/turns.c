/* Any number of threads of two kinds take turns, and keep two numbers at most one apart.  BUG: one
 * kind gives the turn away before it is done. */
#include "any.h"

static atomic_int turn; /* 0: even's, 1: odd's, 2: somebody is at work */
static unsigned evens, odds;

static void *even(void *arg) {
	int mine = 0;
	if (!atomic_compare_exchange_strong(&turn, &mine, 2))
		return arg;
	assert(evens == odds);
#ifdef BUG
	turn = 1;
#endif
	evens++;
	turn = 1;
	return arg;
}

static void *odd(void *arg) {
	int mine = 1;
	if (!atomic_compare_exchange_strong(&turn, &mine, 2))
		return arg;
	odds++;
	assert(evens == odds);
	turn = 0;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, even, NULL);
		else
			pthread_create(&t, NULL, odd, NULL);
}
