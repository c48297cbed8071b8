/* The end is there after as many reads for feof, too. */
#include <assert.h>
#include <stdio.h>

int main(void) {
	int n = 0, x, calls = 0;
	while (!feof(stdin)) {
		calls++;
		if (scanf("%d", &x) == 1)
			n++;
	}
#ifdef BUG
	assert(n < 3);
#else
	assert(n <= 3);
#endif
	return 0;
}
