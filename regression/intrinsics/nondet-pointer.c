/* An input that is asked for by pointer. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char nondet_uchar(void);

int main(void) {
	int (*f)(void) = __VERIFIER_nondet_int;
	unsigned char (*g)(void) = nondet_uchar;
	int n = f();
	assert(n < 0 || n >= 0);
	assert(g() < TOP);
	return 0;
}
