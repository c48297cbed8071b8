/* Old-style definitions: arguments arrive promoted and are converted. */
#include <assert.h>

int old(a, c, f, p)
	int a;
	char c;
	float f;
	int *p;
{
	return a + c + (int)(f * 2) + *p;
}

int undeclared_args();

int main(void) {
	int v = 100;
	assert(old(1, (char)2, 1.5f, &v) == 106);
	assert(undeclared_args(3, 4) == 34 + OFF);
	return 0;
}

int undeclared_args(x, y) { return 10 * x + y; }
