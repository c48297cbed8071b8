/* No solver decides which argument has this value: UNKNOWN, with a value that the function has. */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
	assert(sin(__VERIFIER_nondet_double()) != 0.3);
}
