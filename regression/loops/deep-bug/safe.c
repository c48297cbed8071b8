#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 32, hits = 0;
	for (unsigned i = 0; i < n; i++)
		if (i % 5 == 0)
			hits++;
	assert(hits <= 7);
}
