#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	char from[6] = "abcde", to[6] = "-----";
	unsigned n = __VERIFIER_nondet_uint() % 6;
	memcpy(to, from, n);
	assert(to[4] == '-'); /* violated */
}
