#include <assert.h>

static int *place(int *x)
{
	return x;
}

int main(void)
{
	int x = 4;
	assert(*place(&x) == 4);
}
