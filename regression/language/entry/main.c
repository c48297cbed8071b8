#include <assert.h>

int limit = 3;

void check(int x, char *unused)
{
	(void)unused;
	if (x < 10)
		assert(x < 9); /* violated */
	assert(limit == 3);
}

int main(void)
{
	check(5, 0);
}
