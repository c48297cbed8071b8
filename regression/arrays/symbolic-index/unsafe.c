#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct cell {
	int value;
	char tag;
};

int main(void)
{
	struct cell c[4] = {{1, 'a'}, {2, 'b'}, {3, 'c'}, {4, 'd'}};
	unsigned i = __VERIFIER_nondet_uint() % 4, k = __VERIFIER_nondet_uint() % 4;
	c[i].value = 10;
	c[k].value = 20;
	assert(c[i].value == 10); /* violated */
}
