#include <assert.h>

unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
	unsigned long long a = __VERIFIER_nondet_ulonglong(), y = a * 3;
	assert(y / 3 == a); /* violated */
}
