/* Numbers that steer no loop are decided all at once. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
#ifdef TEXT
	const char *text = getenv("X");
	int n = text ? atoi(text) : 0;
#else
	int n = 0;
	if (scanf("%d", &n) != 1)
		return 1;
#endif
#ifdef BUG
	assert(n != 123456);
#else
	assert(n / 2 <= n || n < 0);
#endif
}
