/* Values of a list are computed in the order of the elements, as compilers do, not of the list. */
#include <assert.h>

static int n;

static int next(int x) {
	n = 10 * n + x;
	return x;
}

struct point {
	int x, y;
};

struct segment {
	struct point from, to;
};

int main(void) {
	int a[] = {[2] = next(3), [0] = next(1), next(2)};
	assert(n == WANT && a[0] == 1 && a[1] == 2 && a[2] == 3);
	n = 0;
	struct segment s = {.to = {next(3), next(4)}, .from.y = next(2), .from.x = next(1)};
	assert(n == 1234 && s.from.x == 1 && s.from.y == 2 && s.to.x == 3);
	n = 0;
	int b[4] = {[0 ... 3] = 7, [1] = next(5), [0] = next(6)};
	assert(n == 65 && b[0] == 6 && b[1] == 5 && b[2] == 7 && b[3] == 7);
	return 0;
}
