#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	unsigned char a = __VERIFIER_nondet_uchar(), b = ~a;
	assert(b == ~a); /* violated */
}
