/* Cause: drop (7) frees the block, and main frees it again (14). */
#include <stdlib.h>

static void drop(int *p, int n) {
	if (n > 2)
		/* and the caller does it, too */
		free(p);
}

int main(void) {
	int *p = malloc(sizeof *p);
	int n = 3;
	drop(p, n);
	free(p);
	return 0;
}
