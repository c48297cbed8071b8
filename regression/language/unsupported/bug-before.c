#include <assert.h>
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	jmp_buf here;
	int x = __VERIFIER_nondet_int();
	assert(x != 3); /* violated */
	return setjmp(here);
}
