/* A jump back is a loop: it is unwound, and a bound cuts it. */
#include <assert.h>
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	jmp_buf env;
	volatile int tries = 0;
	setjmp(env);
	tries++;
	assert(tries < 5); /* violated after some rounds */
	if (__VERIFIER_nondet_int())
		longjmp(env, 1);
}
