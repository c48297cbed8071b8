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
	assert(w.byte[0] == 0x11); /* violated */
	w.byte[1] = 0xff;
	assert(w.whole == 0x1122ff44);
}
