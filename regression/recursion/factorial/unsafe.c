#include <assert.h>

static unsigned factorial(unsigned n)
{
	if (n < 1)
		return 0;
	return n * factorial(n - 1);
}

int main(void)
{
	assert(factorial(10) == 3628800); /* violated */
}
