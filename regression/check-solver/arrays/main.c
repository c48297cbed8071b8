/* A value is put where another one was; the unsafe one (-DSAME) may put both in one place. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned char a[1000];
	unsigned i = __VERIFIER_nondet_uint() % 1000, j = __VERIFIER_nondet_uint() % 1000;
	a[i] = 1;
#ifndef SAME
	if (i == j)
		return 0;
#endif
	a[j] = 2;
	assert(a[i] == 1 && a[j] == 2);
}
