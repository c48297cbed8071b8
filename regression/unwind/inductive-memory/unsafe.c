#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	int a[4] = {0}, i = 0;
	while (n > 0) {
		a[i] = a[(i + 3) % 4] + 1;
		i = (i + 1) % 4;
		n--;
	}
	assert(a[2] == 0 || a[2] == 3); /* violated */
}
