#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int c = __VERIFIER_nondet_int();
	char *p = malloc(2), *q = p;
	if (c) {
		free(p);
		p = NULL;
	}
	if (!c)
		q[0] = 1;
	free(p);
}
