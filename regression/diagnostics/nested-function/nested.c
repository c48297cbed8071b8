#include <assert.h>
int outer(int n) {
	int add(int x) { return x + n; }
	int twice(int x) { return add(add(x)); }
	return twice(1);
}
int main(void) { assert(outer(2) == 5); return 0; }
