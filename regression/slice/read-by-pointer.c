/* The last assignment to a variable is read only through a pointer. */
#include <assert.h>

int main(void)
{
	int x = 0, *p = &x;
	int y = x;
	x = LAST;
	assert(*p == y);
	return 0;
}
