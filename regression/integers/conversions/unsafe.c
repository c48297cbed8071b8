#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	unsigned char b = (unsigned char)x;
	assert((b != 0) == (x != 0)); /* violated */
}
