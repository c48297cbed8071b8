#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = abs(__VERIFIER_nondet_int()); /* violated */
	assert(x >= 0 || x == -2147483647 - 1);
}
