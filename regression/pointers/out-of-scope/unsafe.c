#include <assert.h>

int main(void)
{
	int *p;
	{
		int x;
		x = 5;
		p = &x;
	}
	assert(*p == 5); /* violated */
}
