#include <assert.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char s[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
	assert(atoi(s) != 17); /* violated */
}
