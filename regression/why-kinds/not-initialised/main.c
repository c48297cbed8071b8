/* Cause: best (7) has no value when it is read (10). */
#include <assert.h>

static int a[2] = {1, 2};

int main(void) {
	int best;
	int i;
	for (i = 0; i < 2; i++)
		if (a[i] > best)
			best = a[i];
	assert(best == 2);
	return 0;
}
