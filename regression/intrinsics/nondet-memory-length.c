/* As many bytes as an input says. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_nondet_memory(void *, size_t);
extern size_t __VERIFIER_nondet_size_t(void);
extern void __VERIFIER_assume(int);

int main(void) {
	unsigned char a[4] = {1, 2, 3, 4};
	size_t n = __VERIFIER_nondet_size_t();
	__VERIFIER_assume(LENGTHS);
	__VERIFIER_nondet_memory(a, n);
	assert(n > 2 || a[2] == 3);
	assert(a[3] == 4);
}
