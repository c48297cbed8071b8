#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void need(int c)
{
	if (!c)
		exit(1);
}

int main(void)
{
	int x = __VERIFIER_nondet_int();
	need(x > 3);
	if (x == 4)
		abort();
	assert(x > 4);
}
