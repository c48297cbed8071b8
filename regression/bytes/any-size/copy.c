/* What malloc gives is the same in a copy, with whatever size both are read. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct large {
	unsigned char byte[BYTES];
};

int main(void) {
	unsigned i = __VERIFIER_nondet_uint() % 900;
	struct large *p = malloc(sizeof *p), *q = malloc(sizeof *q);
	*q = *p;
	uint32_t word = ((uint32_t *)p)[i];
	assert(q->byte[4 * i + 1] == (uint8_t)(word >> SHIFT));
	return 0;
}
