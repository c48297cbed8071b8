// One of the two is enough: the violation disappears only if both return something else.
#include <assert.h>

int a(void), b(void);

int main(void) {
	int x = a(), y = b();
	__VERIFIER_assume(x == 5 && y == 5);
	int n = 0;
	if (x == 5)
		n = 1;
	if (y == 5)
		n = 1;
	assert(n == 0);
	return 0;
}
