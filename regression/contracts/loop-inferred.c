/* Without the clause, all of an object becomes arbitrary that a pointer of the loop points to. */
#include <stdlib.h>

int main(void) {
	int *p = malloc(4 * sizeof(int)), *q = malloc(sizeof(int));
	if (!p || !q)
		return 0;
	*q = 5;
	p[3] = 0;
	for (int i = 0; i < 3; i++)
		__CPROVER_loop_invariant(0 <= i && i <= 3)
#ifndef BUG
		__CPROVER_loop_invariant(p[3] == 0)
#endif
		p[i] = i;
	__CPROVER_assert(*q == 5, "another object");
	__CPROVER_assert(p[3] == 0, "the same object"); /* here */
	free(p);
	free(q);
	return 0;
}
