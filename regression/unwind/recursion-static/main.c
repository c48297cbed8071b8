/* --unwindset names the recursion of a function as --show-loops names its loops. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sum(int n) {
	return n <= 0 ? 0 : n + sum(n - 1);
}

int main(void) {
	assert(sum(__VERIFIER_nondet_int()) != SUM);
}
