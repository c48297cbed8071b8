#include <assert.h>

int main(int argc, char **argv)
{
	assert(argc >= 0 && argv[argc] == 0);
	if (argc > 1)
		assert(argv[1] != 0);
}
