/* Functions of math.h with arguments that are no constants: bounds, and no violation that depends
 * on a value which the function does not have. */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

#ifdef BUG
#define MOST 7
#else
#define MOST 8
#endif

int main(void)
{
	double x = __VERIFIER_nondet_double();
	int n = __VERIFIER_nondet_int();
	if (isnan(x))
		return 0;
	assert(!(sin(x) > 1) && exp(x) >= 0 && fabs(atan(x)) < 1.58);
	assert(cosh(x) >= 1 && fabs(tanh(x)) <= 1 && !(log(x) > 710 && x < INFINITY));
	if (n >= 0 && n <= 3)
		assert(pow(2, n) <= MOST);
}
