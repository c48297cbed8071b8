#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	char from[16] = {0}, to[8];
	unsigned n = __VERIFIER_nondet_uint();
	if (n <= 8)
		memcpy(to, from, n);
	return 0;
}
