/* A pointer made of an address and a number: what has that address, whatever it was made of. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	char *block = malloc(64);
	unsigned offset = __VERIFIER_nondet_uint();
	if (!block || offset > LIMIT)
		return 1;
	int *p = (int *)((uintptr_t)block + offset);
	*p = 1;
	assert(*(char *)((uintptr_t)block + offset) + *((char *)p + 3) == 1);
	free(block);
}
