/* --partial-loops goes on behind a call that is too deep as if it had returned: with anything. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned depth(unsigned n)
{
	return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n <= 4)
		assert(depth(n) == n);
}
