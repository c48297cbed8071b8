/* After the call, what the contract lists may be gone. */
#include <stdlib.h>

void drop(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_frees(p);

int main(void) {
	int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
	if (!p || !q)
		return 1;
	*q = 1;
	drop(p);
#ifdef BUG
	*p = 1; /* here */
#endif
	*q = 2;
	return 0;
}
