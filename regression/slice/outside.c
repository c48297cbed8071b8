/* No property depends on the array; without bounds checks an access outside still proves nothing. */
#include <assert.h>

int a[3], x;

int main(void) {
	a[AT] = 1;
	assert(x == 0);
	return 0;
}
