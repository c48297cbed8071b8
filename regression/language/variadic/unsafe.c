#include <assert.h>
#include <stdarg.h>

static long sum(int n, ...)
{
	va_list list;
	long s = 0;
	va_start(list, n);
	for (int i = 0; i < n; i++)
		s += va_arg(list, int);
	va_end(list);
	return s;
}

int main(void)
{
	assert(sum(2, 1, 2, 3) == 6); /* violated */
}
