/* Blocks whose size is not known: cleared, written at an arbitrary index, copied whole. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
	if (n == 0 || n > 1000 || k >= n)
		return 0;
	int *p = calloc(n, sizeof *p), *q = malloc(n * sizeof *q);
	assert(p[n - 1] == 0);
	p[n / 2] = 7;
	memcpy(q, p, n * sizeof *q);
	assert(q[k] == 0 || k == n / 2); /* violated in the unsafe twin */
	free(p);
	free(q);
}
