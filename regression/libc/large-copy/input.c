/* What is read is arbitrary up to the length that is returned, and what was there behind it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char buffer[4096];

int main(void)
{
	size_t n = fread(buffer, 1, sizeof buffer, stdin);
	if (n < 10)
		return 1;
	if (n < sizeof buffer)
		assert(buffer[n] == 0);
	ssize_t more = read(0, buffer, 20);
	if (more == 4 && memcmp(buffer, "abcd", 4) == 0 && buffer[4] == 'e')
#ifdef BUG
		assert(buffer[9] != 'z'); /* violated */
#else
		assert(buffer[3] == 'd');
#endif
}
