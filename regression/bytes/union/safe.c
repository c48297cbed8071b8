#include <assert.h>

union word {
	unsigned whole;
	unsigned char byte[4];
	struct {
		unsigned short low, high;
	};
};

int main(void)
{
	union word w;
	w.whole = 0x11223344;
	assert(w.byte[0] == 0x44 && w.byte[3] == 0x11 && w.low == 0x3344);
	w.byte[1] = 0xff;
	assert(w.whole == 0x1122ff44);
	w.high = 0;
	assert(w.whole == 0xff44);
}
