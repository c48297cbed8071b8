// What __VERIFIER_nondet_int returns is an input, and no guess; also through a pointer.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int (*f)(void) = __VERIFIER_nondet_int;
	assert(CALL != 7);
	return 0;
}
