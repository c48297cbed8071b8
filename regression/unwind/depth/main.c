/* --depth cuts executions after so many instructions, and the verdict says so if it cut any. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = 0;
	while (__VERIFIER_nondet_int()) {
		n++;
		assert(n != BAD);
	}
}
