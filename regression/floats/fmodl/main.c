#include <assert.h>
#include <math.h>

long double __VERIFIER_nondet_longdouble(void);

int main(void) {
	long double seven = fmodl(7.5L, 2.0L);
	assert(seven == 1.5);
	long double x = __VERIFIER_nondet_longdouble();
	if (x > 3 && x < 4)
		assert(fmodl(x, 2) < 2);
	return 0;
}
