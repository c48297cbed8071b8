#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char s[4] = {'k', 'b', 'c', 0}, c = __VERIFIER_nondet_char(), *p = s;
	while (*p != c && *p != 0)
		p++;
	assert(*p == c); /* violated */
}
