#include <assert.h>

int main(void)
{
	double d = 0.1 + 0.2;
	assert(d == 0.3); /* violated */
}
