#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), i = 0;
	while (i < n)
		i++;
	assert(i != 3); /* violated */
}
