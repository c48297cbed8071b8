/* Variables lie where they were told to. */
#include <assert.h>
#include <stdint.h>

#define LINE 64
static char line[LINE] __attribute__((aligned(LINE)));
_Alignas(32) extern char other[3];
_Alignas(32) char other[3];

static int lies(const void *p, uintptr_t n) {
	return (uintptr_t)p % n == 0;
}

int main(void) {
	static _Alignas(128) int here;
	int local __attribute__((aligned(ALIGN)));
	char buffer[40] __attribute__((aligned)), *p = buffer;
	assert(lies(line, 64) && lies(other, 32) && lies(&here, 128));
	p = (char *)(((uintptr_t)p + 15) & ~(uintptr_t)15);
	assert(p == buffer);
	assert(lies(&local, 32));
	return 0;
}
