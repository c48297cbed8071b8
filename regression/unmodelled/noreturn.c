/* A function that does not return is taken to end the program. */
#include <assert.h>

extern void die(int) ATTRIBUTE;
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n == 0)
		die(1);
	assert(n != 0);
	return 0;
}
