/* Masks and shifts have integers, words that are both unknown do not. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
#ifdef TWO
	assert((x & y) <= x);
#elif defined WRONG
	assert(((x >> 4) & 0xff0f) < 0xff0f);
#else
	assert(((x >> 4) & 0xff0f) <= 0xff0f);
	assert((x | 0x80) - (x & 0x80) >= 0x80 - (x & 0x80));
#endif
	(void)y;
}
