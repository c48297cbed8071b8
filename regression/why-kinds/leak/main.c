/* Cause: the block of line 8 is lost when p is assigned again (9). */
#include <stdlib.h>

int main(void) {
	int *p;
	int n = 0;

	p = malloc(4);
	p = malloc(8);
	free(p);
	return n;
}
