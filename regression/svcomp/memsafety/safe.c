#include <stdlib.h>

extern void __VERIFIER_error(void);

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 1;
	if (*p != 1)
		__VERIFIER_error();
	free(p);
	return 0;
}
