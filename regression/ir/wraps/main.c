/* True of integers, and violated by an int that wraps around. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 0)
		assert(x + 1 > x);
}
