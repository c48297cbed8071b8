#include <assert.h>

int main(void)
{
	int a[5] = {1, 2, 3, 4, 5}, *p = a + 2;
	assert(p[-3] == 1); /* violated */
}
