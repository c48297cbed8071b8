#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (int)((unsigned)x - (unsigned)y);
}

int main(void)
{
	int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
	qsort(a, 3, sizeof *a, compare);
	assert(a[0] <= a[1] && a[1] <= a[2]); /* violated */
}
