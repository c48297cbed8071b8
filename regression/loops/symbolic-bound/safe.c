#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int(), i = 0;
	if (n < 0 || n > 12)
		return 0;
	while (i < n)
		i++;
	assert(i == n);
}
