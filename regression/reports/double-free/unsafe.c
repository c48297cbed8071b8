#include <stdlib.h>

static void drop(char *p) {
	free(p);
}

int main(void) {
	char *p = malloc(4), *q = malloc(1);
	drop(p);
	drop(p);
	free(q);
	return 0;
}
