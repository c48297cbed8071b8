#include <assert.h>

static int *place(int x)
{
	int *p = &x;
	return p;
}

int main(void)
{
	assert(*place(4) == 4); /* violated */
}
