/* How far memcmp goes has no bound but that of an unsigned number: the verdict names the call. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n <= LEAST)
		return 0;
	char *p = calloc(n, 1), *q = calloc(n, 1);
	q[LEAST] = DIFFERS;
	assert(memcmp(p, q, n) == 0);
	free(p);
	free(q);
}
