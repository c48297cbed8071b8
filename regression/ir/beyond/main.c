/* Integers violate this with a product that no int has: that is no counterexample. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 1500000000)
		assert(3 * x < x);
}
