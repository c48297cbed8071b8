/* sscanf of floating-point numbers. */
#include <assert.h>
#include <stdio.h>

#ifdef BUG
#define FORMAT "%f %lf" /* a float where there is a double */
#else
#define FORMAT "%lf %lf"
#endif

int main(void)
{
	double x = 0, y = 0;
	float f = 0;
	int n = 0;
	assert(sscanf("1.5 -2e3", FORMAT, (void *)&x, &y) == 2);
	assert(x == 1.5 && y == -2000);
	assert(sscanf("12345.678", "%3lf%n%f", &x, &n, &f) == 2 && x == 123 && n == 3);
	assert(sscanf("x", "%f", &f) == 0 && sscanf("0x1.8p1", "%f", &f) == 1 && f == 3);
}
