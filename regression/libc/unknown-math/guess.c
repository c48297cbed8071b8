#include <assert.h>
#include <math.h>

int main(void)
{
	assert(sin(1.0) < 0.5); /* violated */
}
