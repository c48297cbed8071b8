#include <assert.h>

int main(void)
{
	int a[5] = {1, 2, 3, 4, 5}, sum = 0;
	for (int *p = a; p != a + 5; p++)
		sum += *p;
	assert(sum == 15 && &a[4] - &a[1] == 3);
	assert(&a[1] < &a[2] && *(a + 3) == 4 && 2 [a] == 3);
}
