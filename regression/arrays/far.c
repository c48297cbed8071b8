/* An object of more than 4 GiB: what lies behind them is not modelled, and said; an index that is
 * not known is. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char a[1ull << 33];
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
#if KIND == 0 /* not far yet */
	a[(1ull << 32) - 8] = 1;
	assert(a[(1ull << 32) - 8] == VALUE);
#elif KIND == 1
	a[1ull << 32] = 1;
	assert(a[1ull << 32] == VALUE);
#elif KIND == 2
	memset(a + (1ull << 32), 1, 4);
	assert(a[1ull << 32] == VALUE);
#elif KIND == 3
	char *p = malloc(1ull << 33);
	p[1ull << 32] = 1;
	p[0] = 0;
	assert(p[1ull << 32] == VALUE);
#elif KIND == 4
	unsigned long i = __VERIFIER_nondet_ulong();
	if (i < 1ull << 33) {
		a[i] = 1;
		assert(a[i] == VALUE);
	}
#endif
	return 0;
}
