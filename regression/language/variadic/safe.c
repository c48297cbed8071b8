#include <assert.h>
#include <stdarg.h>

static long sum(int n, ...)
{
	va_list list, copy;
	long s = 0;
	va_start(list, n);
	va_copy(copy, list);
	for (int i = 0; i < n; i++)
		s += va_arg(list, int);
	for (int i = 0; i < n; i++)
		s += va_arg(copy, int);
	va_end(copy);
	va_end(list);
	return s;
}

static double mixed(const char *kinds, ...)
{
	va_list list;
	double s = 0;
	va_start(list, kinds);
	for (; *kinds; kinds++) {
		if (*kinds == 'i')
			s += va_arg(list, int);
		else if (*kinds == 'd')
			s += va_arg(list, double);
		else
			s += *va_arg(list, int *);
	}
	va_end(list);
	return s;
}

int main(void)
{
	int five = 5;
	assert(sum(3, 1, 2, 3) == 12 && sum(0) == 0);
	assert(mixed("idp", 1, 2.5, &five) == 8.5);
}
