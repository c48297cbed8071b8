/* A pointer of unknown origin that is null, or close to it: that what is behind it lies higher is
 * assumed, but not before the gap is recorded. */
#include <assert.h>

int *any(void);

int main(void) {
	int *p = any();
	if ((unsigned long)p < LIMIT) {
#ifndef UNUSED
		*p = 1;
#endif
		assert(0);
	}
	return 0;
}
