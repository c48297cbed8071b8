#include <assert.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	unsigned char a[3], b[3];
	for (int i = 0; i < 3; i++)
		a[i] = b[i] = __VERIFIER_nondet_uchar();
	assert(memcmp(a, b, 3) == 0);
	b[1] = __VERIFIER_nondet_uchar();
	assert((memcmp(a, b, 3) == 0) == (a[1] == b[1]));
}
