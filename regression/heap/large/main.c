/* A large block: what a run does to each byte of it must not be compared with all others. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
	char *block = calloc(1 << 19, 1);
	if (!block)
		return 0;
	assert(block[1 << 18] == SEEN);
	free(block);
	return 0;
}
