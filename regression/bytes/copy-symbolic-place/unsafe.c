#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned char raw[8] = {0};
	unsigned at = __VERIFIER_nondet_uint() % 5, x = __VERIFIER_nondet_uint();
	memcpy(raw + at, &x, 4);
	assert(raw[3] == 0 || at == 0); /* violated */
}
