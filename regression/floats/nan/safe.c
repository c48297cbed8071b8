#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
	float x = __VERIFIER_nondet_float();
	if (x == x)
		assert(x <= 0 || x > 0);
	else
		assert(!(x <= 0) && !(x > 0) && x != x);
}
