/* One thread, one input. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < 3; i++)
		n++;
	assert(n != -4);
	return 0;
}
