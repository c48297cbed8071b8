/* An object and an offset in one word: parts of integers. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct pair {
	int *to;
	int n;
};

int main(void) {
	int a[10], b[5], i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	struct pair p = {k > 0 ? a : b, k > 0 ? 10 : 5};
	int *at = p.to + i;
#ifdef WRONG
	if (i < 0 || i >= 10)
#else
	if (i < 0 || i >= p.n)
#endif
		return 0;
	*at = i;
	assert(at - p.to == i && p.to[i] == i);
}
