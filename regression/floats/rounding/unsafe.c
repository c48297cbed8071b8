#include <assert.h>
#include <fenv.h>

int main(void)
{
	volatile float one = 1.0f, three = 3.0f;
	fesetround(FE_TOWARDZERO);
	float up = one / three;
	fesetround(FE_DOWNWARD);
	float down = one / three;
	assert(down < up); /* violated */
}
