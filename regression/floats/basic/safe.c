#include <assert.h>

int main(void)
{
	double d = 0.1 + 0.2;
	float f = 0.1f + 0.2f;
	assert(d != 0.3 && d > 0.3 && f == 0.3f);
	assert(1.0 / 3.0 * 3.0 == 1.0 && (int)2.9 == 2 && (int)-2.9 == -2);
	assert(16777216.0f + 1.0f == 16777216.0f);
}
