/* Elements whose size is no power of two, at an index that something is subtracted from. */
#include <assert.h>

#ifndef VALUE
#define VALUE 6
#endif

unsigned __VERIFIER_nondet_uint(void);

struct triple {
	int a, b, c;
};

static struct triple array[5] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}};

int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	if (i < 1 || i > 5)
		return 0;
	long k = (long)i;
	assert(array[i - 1].a == k);
	assert(array[k - 1].a == k);
	struct triple *last = &array[4];
	assert(last[1 - k].a == 6 - k);
	assert((last - k + 1)->a == VALUE - k); /* violated if VALUE is not 6 */
	array[k - 1].b = 7;
	assert(array[k - 1].b == 7);
}
