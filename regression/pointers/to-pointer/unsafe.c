#include <assert.h>

int main(void)
{
	int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
	**pp = 5;
	**pp = y;
	***ppp += 1;
	assert(x == 5 && y == 3 && p == &y); /* violated */
}
