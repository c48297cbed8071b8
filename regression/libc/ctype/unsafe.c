#include <assert.h>
#include <ctype.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	int c = __VERIFIER_nondet_uchar();
	if (isxdigit(c))
		assert(isdigit(c)); /* violated */
}
