#include <stdint.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static _Alignas(8) char bytes[16];
static struct __attribute__((packed)) {
	char first;
	uint32_t second;
} packed;

int main(void) {
	unsigned at = __VERIFIER_nondet_uint() % 3;
	uint32_t *word = (uint32_t *)(bytes + STEP * at);
	*word = 7;
	packed.second = 1; /* the compiler knows that it may lie anywhere */
	memcpy(bytes + at + 1, &packed.second, 4);
#ifdef POINTED
	word = &packed.second;
#endif
	*word = 1;
	return 0;
}
