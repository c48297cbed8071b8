/* The wrap-around of unsigned numbers is no mistake, and --ir keeps it. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
#ifdef SMALL
	if (x >= 0x80000000 || y >= 0x80000000)
		return 0;
#endif
	assert(x + y >= x);
	assert((x - y == 0) == (x == y));
}
