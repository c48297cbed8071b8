/* In a round of the outer loop the counters of the inner loops change; they are no variables that
 * an inductive step makes arbitrary. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned g, h, steps;

static unsigned nothing(unsigned n) {
	(void)n;
	return 0;
}

int main(void) {
	unsigned x = __VERIFIER_nondet_uint() % 4, y = __VERIFIER_nondet_uint() % 4;
	while (__VERIFIER_nondet_uint()) {
		++steps;
		while (__VERIFIER_nondet_uint()) {
			h += ((x + 7u) - 5u);
			while (__VERIFIER_nondet_uint()) {
				h = ((0u - 2u) - (x * 3u));
				g ^= ((7u ^ 6u) + (h + 7u));
			}
		}
	}
	for (unsigned i = 0; i < (1u | h) % 3u; i++) {
		++steps;
		if (x + 5u > x) {
			g -= nothing(y);
			h = __VERIFIER_nondet_uint() % 4;
		}
	}
	assert(steps < 10);
	return 0;
}
