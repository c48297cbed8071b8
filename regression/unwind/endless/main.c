/* The bug is too deep to be reached, and no invariant excludes it: nothing is claimed. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned long n = __VERIFIER_nondet_uint(), steps = 0;
	while (n > 1) {
		n = n % 2 ? 3 * n + 1 : n / 2;
		steps++;
	}
	assert(steps != 987654321);
}
