#include <assert.h>
#include "shared.h"

#ifdef OWN
inline int strong(int x)
{
	return x; /* a compiler may run this or what other.c has */
}
#elif defined GNU
extern inline __attribute__((gnu_inline)) int strong(int x)
{
	return x;
}
#elif defined SAME
inline int strong(int x)
{
	return x + 1;
}
#elif defined TWO
inline int several(int x)
{
	return x;
}
#endif

int main(void)
{
	assert(next(1) == 3);
	assert(of_other(1) == 5);
	assert(strong(1) == 2);
#ifdef TWO
	assert(several(1) == 1);
#endif
	assert(strong(2) == EXPECTED);
}
