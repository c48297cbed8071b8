#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < LEAST || n > 3)
		return 0;
	int a[n];
	a[n - 1] = 1;
	assert(a[n - 1] == 1);
}
