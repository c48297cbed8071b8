/* The first assertion is known to fail; what else does? */
#include <assert.h>

int main(int argc, char **argv)
{
	(void)argv;
	assert(argc != 3);
#ifdef SAFE
	assert(argc != 3);
#else
	assert(argc != 2);
#endif
	return 0;
}
