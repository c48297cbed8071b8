/* A table of pointers that grows: realloc of unknown sizes keeps what was there. */
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), more = __VERIFIER_nondet_uint();
	int a = 1, b = 2;
	if (n < 2 || n > 100000 || more < n || more > 200000)
		return 0;
	int **table = malloc(n * sizeof *table);
	table[0] = &a;
	table[n - 1] = &b;
	table = realloc(table, more * sizeof *table);
	assert(table[0] == &a && *table[n - 1] == 2);
#ifdef BUG
	*table[more - 1] = 3; /* violated: nothing is there unless more is n */
#else
	*table[n - 1] = 3;
	assert(b == 3);
#endif
	free(table);
}
