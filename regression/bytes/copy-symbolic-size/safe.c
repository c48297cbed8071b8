#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	char from[6] = "abcde", to[6] = "-----";
	unsigned n = __VERIFIER_nondet_uint() % 6;
	memcpy(to, from, n);
	for (unsigned i = 0; i < 5; i++)
		assert(to[i] == (i < n ? from[i] : '-'));
}
