/* The bound of the loop keeps every execution from the assertion, unless it is large enough.  The
 * second one is in code that executions pass by. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int s = 0;
	if (__VERIFIER_nondet_int()) {
		for (int i = 0; i < 10; i++)
			s++;
		assert(s == WANTED);
		assert(s != 3);
	}
	return 0;
}
