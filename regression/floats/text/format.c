/* sprintf of floating-point numbers: exact of constants, bounded of others, within the buffer or not. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double __VERIFIER_nondet_double(void);

#ifdef BUG
#define SIZE 6 /* 99.997 is written as 100.00 */
#else
#define SIZE 7
#endif

int main(void)
{
	char text[40], small[SIZE];
	assert(sprintf(text, "%.2f|%e|%g|%a", 2.345, 0.1, 1e6, 1.5) == 32);
	assert(strcmp(text, "2.35|1.000000e-01|1e+06|0x1.8p+0") == 0); /* 2.345 is a little more */
	assert(sprintf(text, "%08.3f|%-6.1f|%+G", -3.14159, 2.25, INFINITY) == 20);
	assert(strcmp(text, "-003.142|2.2   |+INF") == 0);
	double x = __VERIFIER_nondet_double();
	if (x >= 0 && x < 100) {
		int n = sprintf(small, "%.2f", x);
		assert(n >= 4 && small[n] == 0 && small[n - 3] == '.');
	}
}
