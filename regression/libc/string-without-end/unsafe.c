#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char s[4];
	for (int i = 0; i < 4; i++)
		s[i] = __VERIFIER_nondet_char();
	return strlen(s) > 3; /* violated */
}
