/* Four cells are filled in one step, when all of them are empty, and emptied in one; a flag says
 * whether they may be full.  BUG: one of them is not emptied. */
#include "any.h"

void __VERIFIER_assume(int);

static unsigned a, b, c, d;
static bool is_full;

static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	__VERIFIER_assume(a == 0 && b == 0 && c == 0 && d == 0);
	a = __VERIFIER_nondet_uint();
	b = __VERIFIER_nondet_uint();
	c = __VERIFIER_nondet_uint();
	d = __VERIFIER_nondet_uint();
	is_full = true;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	a = b = c = 0;
#ifndef BUG
	d = 0;
#endif
	is_full = false;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	assert(is_full || (a == 0 && b == 0 && c == 0 && d == 0));
	__VERIFIER_atomic_end();
	return unused;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
