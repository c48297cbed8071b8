#include <assert.h>

unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
	unsigned long long a = __VERIFIER_nondet_ulonglong();
	unsigned __int128 x = a, y = x * 3;
	assert((unsigned long long)(y / 3) == a);
	x = (unsigned __int128)1 << 100;
	assert((unsigned long long)(x >> 64) == 1ULL << 36);
}
