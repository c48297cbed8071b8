/* The argument that has this value is found: pow(x, 2) is next to x * x. */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
	double x = __VERIFIER_nondet_double();
#ifdef BUG
	assert(pow(x, 2) != 9);
#else
	assert(pow(x, 2) != -9);
#endif
}
