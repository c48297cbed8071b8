#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	union {
		float f;
		unsigned u;
	} x;
	x.f = 1.0f;
	assert(x.u == 0x3f800000);
	x.u |= 0x80000000u;
	assert(x.f == -1.0f);
	x.u = __VERIFIER_nondet_uint() & 0x7fffffff;
	assert(!(x.f < 0));
}
