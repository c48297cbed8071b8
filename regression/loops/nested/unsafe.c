#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), cells = 0;
	if (n < 0 || n > 4 || m < 0 || m > 3)
		return 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < m; k++)
			cells++;
	assert(cells <= 11); /* violated */
}
