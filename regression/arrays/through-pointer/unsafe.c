#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static void put(int (*m)[3], unsigned r, unsigned c, int v)
{
	m[r][c] = v;
}

int main(void)
{
	int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
	unsigned r = __VERIFIER_nondet_uint() % 2, c = __VERIFIER_nondet_uint() % 3;
	put(m, r, c, 0);
	assert(m[1][1] == 5); /* violated */
}
