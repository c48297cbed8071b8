/* A power of ten beyond those that are exact: the value is found all the same. */
#include <assert.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char text[5] = {'1', 'e', '3', __VERIFIER_nondet_char(), 0}, *end;
	double x = strtod(text, &end);
#ifdef BUG
	assert(x != 1e35);
#else
	assert(x != 2e35);
#endif
}
