/* Bit-fields: truncation, sign, value of an assignment, increments, promotion, unnamed ones. */
#include <assert.h>

struct flags {
	unsigned a : 3;
	signed b : 4;
	unsigned : 5;
	unsigned long long c : 37;
	int : 0;
	_Bool d : 1;
	unsigned short e : 9;
};

int main(void) {
	struct flags f = {9, 9, 1ull << 36, 2, 512 + 5};
	assert(f.a == 1 && f.b == -7 && f.c == 1ull << 36 && f.d == 1 && f.e == 5);
	assert((f.a = 15) == 7);
	f.a++;
	assert(f.a == 0 && f.a-- == 0 && f.a == 7);
	f.b <<= 1;
	assert(f.b == 2);
	f.c |= 3;
	assert(f.c == (1ull << 36) + 3);
	assert(f.a - 8 < 0); /* promoted to int */
	f.d = 4;
	assert(f.d == 1);
	f.e = ~0;
	assert(f.e == 511 + OFF);
	return 0;
}
