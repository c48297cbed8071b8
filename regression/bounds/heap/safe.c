#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 8 + 1;
	char *p = malloc(n);
	p[n - 1] = 1;
	free(p);
}
