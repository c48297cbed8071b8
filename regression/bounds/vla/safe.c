#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
	int a[n];
	for (unsigned i = 0; i < n; i++)
		a[i] = (int)i;
	assert(a[n - 1] == (int)n - 1 && sizeof a == n * sizeof(int));
}
