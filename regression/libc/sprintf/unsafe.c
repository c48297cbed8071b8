#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	char s[3];
	int x = __VERIFIER_nondet_int();
	if (x >= 0 && x <= 100)
		sprintf(s, "%d", x); /* violated */
	return 0;
}
