/* How the address of a function and an array that decays are printed. */
#include <assert.h>

static int f(void) {
	return 3;
}

static int g(void) {
	return 4;
}

int main(void) {
	int (*p)(void) = f;
	int a[2] = {1, 2}, *q = a;
	if (p == f)
		p = &CALLED;
	assert(p() == *q + 2);
	return 0;
}
