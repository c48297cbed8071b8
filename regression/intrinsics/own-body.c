/* The program may define such a function itself, in another file, too. */
#include <assert.h>

int nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	assert(nondet_int() == 3);
	assert(__VERIFIER_nondet_uint() == 4);
	return 0;
}
