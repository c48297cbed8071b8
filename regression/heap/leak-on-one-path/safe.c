#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	char *p = malloc(4), *q = malloc(8);
	if (__VERIFIER_nondet_int()) {
		free(p);
		free(q);
		return 1;
	}
	free(q);
	free(p);
	return 0;
}
