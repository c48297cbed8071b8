/* The same in a program without threads. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int level = 0;
	if (getenv("LEVEL"))
		__asm__("frobnicate %0" : "+m"(level));
	level++;
#ifdef BUG
	assert(level == 0);
#else
	assert(level == 1);
#endif
}
