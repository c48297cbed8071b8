#include <assert.h>

int add(a, b)
	int a;
	short b;
{
	return a + b;
}

int main()
{
	assert(add(2, 3) == 5);
}
