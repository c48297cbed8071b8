/* A local of a loop body is a new object in each round, jumps out of it end its life. */
#include <assert.h>

int main(void) {
	int *last = 0, sum = 0;
	for (int i = 0; i < 3; i++) {
		int fresh;
		if (i == 0 || OFF)
			fresh = 4;
		else
			fresh = i;
		sum += fresh;
		if (i == 1)
			continue;
		last = &fresh;
	}
	(void)last;
	assert(sum == 7);
	return 0;
}
