#include <assert.h>

int main(void)
{
	int a[5] = {1, 2, 3, 4, 5}, *p = a + 4;
	assert(p[-4] == 1 && *(p - 1) == 4 && p[-1] + *--p == 8);
}
