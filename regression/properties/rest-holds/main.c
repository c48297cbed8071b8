#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
	int n = __VERIFIER_nondet_int(), sum = 0;
#ifdef FEW
	__VERIFIER_assume(n <= FEW);
#endif
	for (int i = 0; i < n; i++)
		sum++;
	assert(sum != 10);
	assert(n != 0);
	return 0;
}
