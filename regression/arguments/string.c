/* Strings end, and what they point to ends there. */
#include <assert.h>
#include <string.h>

void check(const char *text) {
	size_t n = strlen(text);
	assert(n <= LIMIT);
	assert(text[n + BEYOND] == 0);
}
