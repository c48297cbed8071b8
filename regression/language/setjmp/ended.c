/* The function that called setjmp has ended. */
#include <setjmp.h>

static jmp_buf env;

static int start(void)
{
	return setjmp(env);
}

int main(void)
{
#ifdef BUG
	if (start() == 0)
#else
	if (setjmp(env) == 0)
#endif
		longjmp(env, 1); /* violated */
	(void)start;
}
