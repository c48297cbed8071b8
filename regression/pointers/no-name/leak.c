/* The only pointer to a block is in memory without a name: behind a pointer of unknown origin, in an
 * argument of main, in a record that is returned, in an argument of a variadic call. */
#include <stdlib.h>

struct record {
	int *p, q[9];
};

static struct record make(void) {
	struct record r = {malloc(sizeof(int)), {0}};
	return r;
}

static int first(int n, ...) {
	return n;
}

int main(int argc, char **argv) {
	int **unknown;
#if CASE == 1
	*unknown = malloc(sizeof(int));
#elif CASE == 2
	argv[0] = malloc(1);
#elif CASE == 3
	make();
#else
	first(1, malloc(1));
#endif
#ifdef FREE
	free(argv[0]);
#endif
	return argc == 0;
}
