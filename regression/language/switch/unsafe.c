#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int x = 0;
	switch (__VERIFIER_nondet_uint()) {
	case 1:
		x = 1;
	case 2:
		x += 1;
		break;
	case 5 ... 9:
		x = 9;
		break;
	default:
		x = 3;
	}
	assert(x != 2); /* violated */
}
