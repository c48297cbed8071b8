/* What is read from outside has an end in the usual environment, so that the loop has one. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char block[4];
	long sum = 0;
	ssize_t n;
	while ((n = read(0, block, sizeof block)) > 0)
		sum += n;
#ifdef BUG
	assert(sum < 16);
#else
	assert(sum <= 16);
#endif
	return 0;
}
