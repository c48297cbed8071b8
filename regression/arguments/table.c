/* A table of functions as an argument: those of the type whose address is taken somewhere, and no
 * others. */
#include <assert.h>

struct shape {
	int (*area)(int);
};

static int square(int x) {
	return x > 100 || x < 0 ? 0 : x * x;
}

static int broken(int x) {
	return -1 - (x & 1);
}

static struct shape table[] = {{square}, {OTHER}};

struct shape *lookup(int i) {
	return &table[i & 1];
}

int never(int x) {
	return broken(x);
}

int measure(const struct shape *shape, int x) {
	int area = shape->area(x);
	assert(area >= 0);
	return area;
}
