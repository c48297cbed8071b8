#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
	float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
	if (!(a >= 1 && a <= 8 && b >= 1 && b <= 8))
		return 0;
	assert(a + b - b == a); /* violated */
}
