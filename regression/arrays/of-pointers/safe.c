#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int x = 1, y = 2, z = 3, *p[3] = {&x, &y, &z};
	unsigned i = __VERIFIER_nondet_uint() % 3;
	*p[i] += 10;
	assert(x + y + z == 16);
	p[i] = &x;
	assert(*p[i] == x);
}
