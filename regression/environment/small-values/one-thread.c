/* The same in a program without threads. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int done = 0, n = argc > 1 ? atoi(argv[1]) : 0;
	for (int i = 0; i < n; i++) {
		if (i == 4)
			__asm__("frobnicate %0" : "+m"(done));
		done++;
	}
#ifdef BUG
	assert(done != 3);
#else
	assert(n < 0 || done == n);
#endif
}
