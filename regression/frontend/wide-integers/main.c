/* __int128 arithmetic and conversions. */
#include <assert.h>

int main(void) {
	unsigned __int128 x = (unsigned __int128)1 << 100;
	__int128 y = -1;
	assert(x >> 96 == 16 && (unsigned long)(x >> 64) == 1ul << 36);
	assert(y < 0 && (long)y == -1 && (unsigned __int128)y >> 127 == 1);
	x *= 3;
	x += 0xffffffffffffffffull;
	x++;
	assert((unsigned long)x == 0 && (unsigned long)(x >> 64) == (3ul << 36) + 1);
	assert(x % 1000003 == 110011 + OFF);
	y = (__int128)0x7fffffffffffffff * 4;
	assert(y / 4 == 0x7fffffffffffffff && (double)y > 3e19);
	return 0;
}
