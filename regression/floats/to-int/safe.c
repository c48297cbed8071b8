#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
	float x = __VERIFIER_nondet_float();
	if (x > -100 && x < 100) {
		int i = (int)x;
		assert(i > -100 && i < 100 && i - x < 1 && x - i < 1);
	}
}
