/* Literals of long double keep more than double does, where the target has it. */
#include <assert.h>

int main(void) {
	long double tenth = 0.1L, big = 1e400L, hex = 0x1.8p-3L;
	assert(tenth != (double)0.1 || sizeof tenth == 8);
	assert(big > 1e308 && big / 1e399L > 9.5L && hex == 0.1875);
	assert(tenth * 10 == 1 && (float)tenth == 0.1f);
	assert(hex * 16 == 3 + OFF);
	return 0;
}
