/* No unwinding is deep enough, but what one round keeps, all keep. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), i = 0, k = 0;
	while (i < n) {
		i++;
		k++;
	}
	assert(i == k);
}
