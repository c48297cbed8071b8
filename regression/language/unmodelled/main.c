#include <assert.h>

int mystery(int *);

int main(void)
{
	int x = 1;
	int r = mystery(&x);
	assert(r == 0 || x == 1); /* violated */
}
