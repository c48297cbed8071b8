#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
	double x = __VERIFIER_nondet_double(), y = sin(x);
	if (x > -1e6 && x < 1e6)
		assert(y >= -1 && y <= 1);
}
