#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int(), a[2] = {0};
	if (x > 0)
		assert(x != 7);
	if (x == 0)
		assert(a[0] == 0);
	if (x < 0)
		return a[x + 4];
}
