/* What needs more arguments than are tried. */
#include <assert.h>

int main(int argc, char **argv)
{
	if (argc > MANY)
		assert(argv[1] == 0);
	return 0;
}
