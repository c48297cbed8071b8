/* Objects do not overlap, whichever comes first; pointers into different ones have the order of their addresses. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int a[2], b[3];

int main(void) {
	int *c = malloc(2 * sizeof *c);
	if (!c)
		return 0;
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b, z = (uintptr_t)c;
	assert(x + sizeof a <= y || y + sizeof b <= x);
	assert(y + sizeof b <= z || z + 2 * sizeof *c <= y);
	assert((a < b) == (x < y) && (b <= c) == (y <= z) && (a < c) != (c < a));
#ifdef BUG
	assert(a < b || b < c); /* c, b, a is an order, too */
#endif
	assert(!(a < b && b < c) || a < c);
	free(c);
	return 0;
}
