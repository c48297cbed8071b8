#include <assert.h>
#include <fenv.h>

int main(void)
{
	volatile float one = 1.0f, three = 3.0f;
	assert(fegetround() == FE_TONEAREST);
	assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
	float up = one / three;
	fesetround(FE_DOWNWARD);
	float down = one / three;
	assert(down < up);
}
