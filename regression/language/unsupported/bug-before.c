#define _DEFAULT_SOURCE
#include <assert.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();

	assert(x != 3); /* violated */
	return brk(0);
}
