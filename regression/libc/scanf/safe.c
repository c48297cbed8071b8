#include <assert.h>
#include <stdio.h>

int main(void)
{
	int x = 5, y = 6;
	int n = scanf("%d %d", &x, &y);
	assert(n <= 2);
	if (n < 2)
		assert(y == 6);
	if (n < 1)
		assert(x == 5);
}
