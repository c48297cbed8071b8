/* Literals of long double, also as arguments of a macro. */
#include <assert.h>

int main(void)
{
	long double x = 1.5L;
	assert(x == 1.5L);
	assert(x * 2.0L == 3.0L);
	assert(0.1L != 0.1);
}
