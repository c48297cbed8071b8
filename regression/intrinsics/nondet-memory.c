/* __VERIFIER_nondet_memory: these bytes become arbitrary, the others stay. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
	int a[4] = {1, 2, 3, 4};
	__VERIFIER_nondet_memory(a + 1, COUNT * sizeof *a);
	assert(a[0] == 1);
	assert(a[3] == 4);
}
