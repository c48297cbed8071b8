#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int x = 1, y = 2, *p[3] = {&x, &y};
	unsigned i = __VERIFIER_nondet_uint() % 3;
	*p[i] += 10; /* violated */
	assert(x + y == 13);
}
