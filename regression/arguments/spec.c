/* --args: lengths and ranges that the program does not show. */
#include <assert.h>

int last(const int *from, int x) {
	return from[x - 1];
}
