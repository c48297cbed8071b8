/* Cause: i <= 4 (8) is true with i = 4; with < it holds. */
#include <assert.h>

static int a[4];

int main(void) {
	int sum = 0;
	for (int i = 0; i <= 4; i++)
		sum += a[i];
	assert(sum == 0);
	return 0;
}
