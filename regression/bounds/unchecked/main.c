/* Nobody checks the index, so the write may hit anything: no proof without it. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int a[2] = {0}, b = 5;
	a[__VERIFIER_nondet_uint()] = 1;
	assert(b == 5 && a[0] >= 0);
}
