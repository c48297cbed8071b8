/* Operands that were read keep their value though a later operand changes the variable; && || ?: and
 * the comma run only what they must. */
#include <assert.h>

static int g = 1, calls;

static int bump(int by) {
	calls++;
	g += by;
	return g;
}

int main(void) {
	int x = g + bump(10);          /* C leaves the order open; ours is left to right */
	assert(x == 12 && g == 11);
	assert((0 && bump(1)) == 0 && (1 || bump(1)) == 1 && calls == 1);
	assert((1 && bump(1)) == 1 && g == 12 && calls == 2);
	int y = g > 100 ? bump(1) : bump(2) + bump(3);
	assert(y == 14 + 17 && calls == 4);
	int z = (bump(1), g) ?: bump(100);
	assert(z == 18 && calls == 5);
	int a[4] = {0, 1, 2, 3}, i = 0;
	a[i++] += 5;
	assert(i == 1 && a[0] == 5);
	int b = a[i++] + (i == 2 ? 10 : 20);
	assert(i == 2 && (b == 11 || b == 21));
	while (bump(1) < 20 && a[i] == 2)
		i = 2;
	assert(g == 20 && i == 2);
	if (!(g == 20 && bump(5) == 25) || bump(1) != 26)
		assert(0);
	int s = ({ int t = g; t++; t + i; });
	assert(s == 29 && calls == 9);
	assert(g == 26 + OFF);
	return 0;
}
