/* The distance of two objects, added to the address of one of them, is the address of the other. */
#include <assert.h>
#include <stdint.h>

uintptr_t __VERIFIER_nondet_ulong(void);

static int a = 1, b = 2;

int main(void) {
	uintptr_t distance = __VERIFIER_nondet_ulong();
	if ((uintptr_t)&a + distance != (uintptr_t)&TO)
		return 0;
	assert(*(int *)((uintptr_t)&a + distance) == 2);
}
