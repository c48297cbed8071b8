/* op= computes in the common type and converts back; the left side is evaluated once. */
#include <assert.h>

int main(void) {
	unsigned char c = 200;
	c += 100;
	assert(c == 44);
	c *= 2.5;
	assert(c == 110);
	int i = 10;
	i /= 0.3;
	assert(i == 33);
	i -= 40u;
	assert(i == -7);
	i >>= 1L;
	assert(i == -4);
	short s = 0x7fff;
	s++;
	assert(s == -32768 && s-- == -32768 && s == 32767);
	_Bool b = 1;
	b++;
	assert(b == 1);
	b--;
	assert(b == 0);
	b--;
	assert(b == 1);
	int a[3] = {1, 2, 3}, *p = a;
	*p++ += 10;
	*p++ <<= 2;
	assert(a[0] == 11 && a[1] == 8 && p == a + 2);
	p -= 1;
	assert(*p == 8 && (i += 5) == 1 && (c |= 1) == 111);
	float f = 1;
	f++;
	f *= f + 1;
	assert(f == 6.0f);
	int x, y, z;
	x = y = z = 3;
	x += y -= z *= 2;
	assert(x == 0 + OFF && y == -3);
	return 0;
}
