/* A union that is initialised through a small member is zero everywhere, also where its largest
 * member has padding. */
#include <assert.h>

union u {
	struct {
		signed char low : 4;
		long l;
	} s;
	unsigned char b[2];
};

int main(void) {
	union u x = {.b = {}}, y = {{3}};
	assert(x.b[0] == 0 && x.b[1] == 0 && y.s.low == 3 && y.s.l == 0);
	assert(y.b[0] == 3 + OFF);
	return 0;
}
