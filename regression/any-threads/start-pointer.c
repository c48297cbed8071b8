/* Which function a thread runs is chosen while the program runs.  BUG: one of them forgets to test.
 */
#include "any.h"

static atomic_int n;

static void *up(void *arg) {
	int seen = n;
	if (seen < 3)
		atomic_compare_exchange_strong(&n, &seen, seen + 1);
	assert(0 <= n && n <= 3);
	return arg;
}

static void *down(void *arg) {
	int seen = n;
#ifndef BUG
	if (seen > 0)
#endif
		atomic_compare_exchange_strong(&n, &seen, seen - 1);
	return arg;
}

int main(void) {
	void *(*const starts[])(void *) = {up, down};
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, starts[__VERIFIER_nondet_bool()], NULL);
}
