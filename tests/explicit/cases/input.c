// expect: assertion 10 contexts 0 preemptions 0
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 2);
	assert(n != 2);
	assert(n != 3);
	return 0;
}
