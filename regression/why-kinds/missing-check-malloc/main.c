/* Cause: malloc (7) returns NULL and is not tested before *p (8). */
#include <stdlib.h>

int main(void) {
	int *p;

	p = malloc(sizeof *p);
	*p = 4;
	free(p);
	return 0;
}
