/* A number is equal to the address of an object, but not made of it, so the search has a pointer to
 * no object where an execution of the compiled program has one. */
#include <assert.h>
#include <stdint.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
static int v = 6;

int main(void) {
	uintptr_t n = __VERIFIER_nondet_ulong();
#ifdef MADE
	n = n == (uintptr_t)&v ? (uintptr_t)&v : n;
#endif
	if (n == (uintptr_t)&v)
		assert(*(int *)n == WANT);
	return 0;
}
