/* setjmp returns again, with what longjmp gives it; out of recursion, in a loop, and where 0 becomes 1. */
#include <assert.h>
#include <setjmp.h>

#ifndef DEEPEST
#define DEEPEST 2
#endif

int __VERIFIER_nondet_int(void);

static jmp_buf env;
static int depth;

static void fail(int n)
{
	if (n == 0)
		longjmp(env, 0);
	if (n == 1)
		longjmp(env, 42);
	depth = n;
	fail(n - 1);
	assert(0); /* never */
}

int main(void)
{
	int before = 5;
	volatile int tries = 0;
	int result = setjmp(env);
	if (result == 0) {
		tries++;
		fail(__VERIFIER_nondet_int() ? 3 : 0);
		assert(0); /* never */
	}
	assert(before == 5 && tries == 1);
	if (result == 42)
		assert(depth == DEEPEST); /* violated if it is not 2 */
	else
		assert(result == 1 && depth == 0);
	for (int i = 0; i < 3; i++)
		if (setjmp(env) == 0)
			longjmp(env, i + 1);
		else
			before++;
	assert(before == 8);
}
