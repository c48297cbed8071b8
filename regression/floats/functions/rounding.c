/* In another mode of rounding, a function may have another value; so may the text of a number. */
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
	char text[20];
	double x = __VERIFIER_nondet_double();
	if (!(x > 0.3 && x < 3))
		return 0;
	double before = exp(x);
	if (__VERIFIER_nondet_int())
		fesetround(FE_UPWARD);
	sprintf(text, "%.1f", 0.25);
	assert(text[2] == '2' || text[2] == '3');
#ifndef BUG
	fesetround(FE_TONEAREST);
#endif
	assert(exp(x) == before);
}
