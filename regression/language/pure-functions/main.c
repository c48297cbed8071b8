#include <assert.h>

static const int table[] = {1, 4, 9};
static int calls, base = 2;

#if defined CONST
__attribute__((const))
#elif defined PURE
__attribute__((pure))
#endif
static int count(int x)
{
	return x + ++calls;
}

__attribute__((const)) static int square(int x)
{
	int part[2];
	part[0] = table[x - 1];
	return part[0];
}

#ifdef READS
__attribute__((const))
#else
__attribute__((pure))
#endif
static int sum(const int *p)
{
	return base + *p;
}

int main(void)
{
	int x = count(1) + count(1); /* compilers may call a const function once */
	assert(x == 5);
	assert(calls == CALLS);
	assert(square(2) + square(2) == 8);
	assert(sum(&x) == 7);
}
