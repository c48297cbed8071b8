/* Loops that inputs end, in each other and one after the other: a register of the state counts
 * rounds, and is no variable that an invariant is about. */
#include <assert.h>

unsigned nondet_uint(void);
static unsigned g, h, a[4], *p = &g, steps;

static void spin(void) {
	while (nondet_uint()) {
	}
}

static void tick(void) {
	if (++steps > 3000)
		__builtin_unreachable();
}

int main(void) {
	unsigned x = nondet_uint() % 4, y = nondet_uint() % 4;
	while (nondet_uint())
		while (nondet_uint()) {
			tick();
			while (nondet_uint())
				a[(x ^ g) % 4u] = 4;
		}
	spin();
	for (unsigned i = 0; i < h % 3u; i++)
		spin();
	while (nondet_uint()) {
		tick();
		*p = 2 + g;
	}
	if (h == y && g > y + x)
		h++;
	assert(h < LIMIT);
	return 0;
}
