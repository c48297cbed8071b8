/* Integer promotions, usual arithmetic conversions, conversions between all kinds of scalars. */
#include <assert.h>

int main(void) {
	signed char sc = -1;
	unsigned char uc = 255;
	unsigned u = 1;
	long long ll = -1;
	assert(sc != uc && (unsigned char)sc == uc);
	assert(sc > u);       /* -1 becomes unsigned */
	assert(ll < u);       /* u becomes long long */
	assert(uc + 1 == 256); /* promoted to int */
	uc += 1;
	assert(uc == 0);
	short s = (short)70000;
	assert(s == 4464);
	_Bool b = 0.5;
	assert(b == 1 && (_Bool)256 == 1 && (char)256 == 0);
	int i = -7;
	assert(i / 2 == -3 && i % 2 == -1 && i >> 1 == -4);
	assert((unsigned)i >> 28 == 15);
	double d = -3.99;
	assert((int)d == -3 && (float)16777217 == 16777216.0f);
	assert(-1 / 2u == 0x7fffffff);
	assert(sizeof(sc + sc) == sizeof(int) && sizeof('a') == 4);
	assert((1 ? -1 : 0u) > 0); /* the arms have one type */
	assert(s == 4464 + OFF);
	return 0;
}
