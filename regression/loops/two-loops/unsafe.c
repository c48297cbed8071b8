#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	unsigned char n = __VERIFIER_nondet_uchar();
	unsigned up = 0, down = n % 8;
	for (unsigned i = 0; i < n % 8u; i++)
		up++;
	while (down > 1) {
		down--;
		up--;
	}
	assert(up == 0); /* violated */
}
