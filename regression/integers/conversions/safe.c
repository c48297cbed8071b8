#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	signed char c = (signed char)x;
	unsigned short s = (unsigned short)x;
	_Bool b = x;
	assert(c >= -128 && c <= 127 && s <= 65535);
	assert(b == (x != 0) && (c & 0xff) == (x & 0xff));
	assert((signed char)200 == -56 && (unsigned char)-1 == 255);
	assert(-1 > 0u);
}
