/* An address that leaves its object as a number, becomes a pointer there, and comes back. */
#include <assert.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static char block[64];

int main(void) {
	int far = __VERIFIER_nondet_int();
	char *p = (char *)((uintptr_t)block + 100);
	p -= BACK;
	*p = 1;
	assert(block[0] == 1 && (far != 3 || EQUAL));
}
