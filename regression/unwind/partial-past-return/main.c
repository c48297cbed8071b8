/* Left early, the loop leads past every return: the result is arbitrary. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int first(const int *a)
{
	for (int i = 0;; i++)
		if (a[i])
			return i;
}

int main(void)
{
	int a[3] = {__VERIFIER_nondet_int(), 0, 1};
	assert(first(a) <= 2);
}
