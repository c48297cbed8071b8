/* Nothing is asked of the environment: the verdict is the same in every one. */
#include <assert.h>

int main(int argc, char **argv)
{
	int x = 3;
#ifdef BUG
	assert(x == 4);
#else
	assert(x == 3);
#endif
}
