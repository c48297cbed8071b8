/* What %[ reads is of its set. */
#include <assert.h>
#include <stdio.h>

int main(void) {
	char digits[4];
	if (scanf("%3[0-9]", digits) != 1)
		return 0;
	assert(digits[0] >= '0' && digits[0] <= '9');
#ifdef BUG
	assert(digits[0] != '9');
#endif
	return 0;
}
