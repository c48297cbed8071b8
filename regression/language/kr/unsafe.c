#include <assert.h>

int add(a, b)
	int a;
	signed char b;
{
	return a + b;
}

int main()
{
	assert(add(2, 300) == 302); /* violated */
}
