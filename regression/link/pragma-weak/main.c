#include <assert.h>

#pragma weak f
int f(void)
{
	return 1;
}

int v = 3;
_Pragma("weak v")

extern int missing(void);
#pragma weak missing

int g(void);

int main(void)
{
#ifdef ALONE
	assert(f() == 1 && v == 3 && !missing);
#else
	assert(g() == 2);
	assert(f() == 2 && v == 4); /* the strong ones */
	assert(!missing);
#endif
#ifdef BUG
	assert(f() == 1 && missing); /* violated */
#endif
}
