// The violation needs what several functions return; the last one does not matter.
#include <assert.h>

int a(void), b(void), c(void), d(void);

int main(void) {
	int n = NEEDED;
	d();
	assert(!n);
	return 0;
}
