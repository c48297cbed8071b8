#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned char raw[8] = {0};
	unsigned at = __VERIFIER_nondet_uint() % 5, x = __VERIFIER_nondet_uint(), y;
	memcpy(raw + at, &x, 4);
	memcpy(&y, raw + at, 4);
	assert(x == y && (at < 4 || raw[0] == 0));
}
