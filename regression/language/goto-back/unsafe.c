#include <assert.h>
#include <stddef.h>

int main(void)
{
	int *p = NULL, n = 0;
again:;
	int x;
	int *q = p;
#ifdef INDETERMINATE
	if (n == 1)
		assert(x == 1); /* violated: its declaration was passed again */
#endif
	x = 1;
	p = &x;
	if (n++ == 0)
		goto again;
#ifdef LEFT
	{
		int y;
	enter:
		y = 2;
		if (n == 3)
			assert(*p == 2); /* violated: it points to the y before */
		p = &y;
		n++;
		if (n < 4)
			goto out;
	}
out:
	if (n == 3)
		goto enter;
#endif
	assert(p != q || n != 2); /* violated: it is the same object */
}
