/* One branch looks at the block as an array of words, and both are looked at anywhere afterwards.
 * How large it is, is not a constant: in ROUND, up to 216 bytes, in OPEN, anything. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned i = __VERIFIER_nondet_uint() % 256, n = __VERIFIER_nondet_uint() % 256;
#ifdef OPEN
	size_t size = 40 + (size_t)n * 4096;
#else
	size_t size = 40 + n % 3 * 8;
#endif
	uint8_t *b = calloc(size, 1);
	uint32_t word = 0, any;
	uint64_t pair;
	b[5] = 7;
	if (n > 100)
		word = ((uint32_t *)b)[i % 10];
	else if (n > 50)
		((uint64_t *)b)[i % 5] = 0;
	assert(word == 0 || (i % 10 == 1 && word == 0x700));
	memcpy(&any, b + i % 37, 4);
	assert(any == 0 || any == 7 || any == 0x700 || any == 0x70000 || any == 0x7000000);
	memcpy(b + i % 33, &(uint64_t){0x0102030405060708}, 8);
	memcpy(&pair, b + i % 33, 8);
	assert(pair == 0x0102030405060708);
	assert(b[i % 33 + 2] == SEEN);
	return 0;
}
