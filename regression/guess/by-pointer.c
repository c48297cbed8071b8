// A function without a body that is called through a pointer.
#include <assert.h>

int outside(int);
int inside(int x) {
	return x;
}

int main(void) {
	int (*f)(int) = FUNCTION;
	assert(f(1) < 100);
	return 0;
}
