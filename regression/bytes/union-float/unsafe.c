#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	union {
		float f;
		unsigned u;
	} x;
	x.u = __VERIFIER_nondet_uint() & 0x7fffffff;
	assert(x.f >= 0); /* violated */
}
