#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
	double x = __VERIFIER_nondet_double();
	assert(sqrt(x) >= 0); /* violated */
}
