#include <assert.h>

int main(void)
{
	int *p;
	{
		static int x;
		x = 5;
		p = &x;
	}
	assert(*p == 5);
}
