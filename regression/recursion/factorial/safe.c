#include <assert.h>

static unsigned factorial(unsigned n)
{
	if (n < 2)
		return 1;
	return n * factorial(n - 1);
}

int main(void)
{
	assert(factorial(10) == 3628800);
}
