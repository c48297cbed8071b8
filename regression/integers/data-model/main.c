#include <assert.h>

int main(void)
{
	assert(sizeof(int) == 4 && sizeof(long long) == 8);
	assert(sizeof(long) == sizeof(void *));
	assert((sizeof(long) == 4) == (sizeof(struct { char c; long long x; }) == 12));
#ifdef __i386__
	assert(sizeof(long) == 4 && sizeof(long double) == 12);
#elif defined __x86_64__
	assert(sizeof(long) == 8 && sizeof(long double) == 16);
#endif
}
