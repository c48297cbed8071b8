#include <assert.h>
#include <stddef.h>

/* What is called with more elements than --array-length is not looked at. */
int length(const char *buf, size_t n) {
	assert(n != 12);
	return n > 0 ? buf[n - 1] : 0;
}
