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
	c[k].tag = 'x';
	assert(c[i].value == 10 && c[k].tag == 'x');
	assert(c[k].value == (i == k ? 10 : (int)k + 1));
	struct cell copy = c[i];
	assert(copy.value == 10 && (copy.tag == 'x') == (i == k));
}
