#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);

int main(void)
{
	unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
	short s = __VERIFIER_nondet_short();
	assert(a + b <= 510 && a - b >= -255 && ~a < 0 && (unsigned char)~a == 255 - a);
	assert((a << 24 >> 24) == (signed char)a);
	assert(sizeof(a + b) == 4 && sizeof(s ? a : 1L) == sizeof(long));
	assert(s * s >= 0);
	a += 300;
	assert(a <= 255);
}
