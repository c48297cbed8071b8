#include <stdlib.h>

/* What is freed was allocated, but does not begin here. */
int main(void) {
	char *p = malloc(4);
	free(p + SHIFT);
	return 0;
}
