/* Cases inside a loop, ranges, fall through, default in the middle, declarations jumped over. */
#include <assert.h>

static int copy(char *to, const char *from, int n) {
	int rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0:
		do {
			*to++ = *from++;
		case 3: *to++ = *from++;
		case 2: *to++ = *from++;
		case 1: *to++ = *from++;
		} while (--rounds > 0);
	}
	return rounds;
}

static int kind(long v) {
	switch (v) {
		int local;
	default: return 0;
	case -5 ... -1: local = 1; return local;
	case 1: v++; /* falls through */
	case 2: return (int)v * 10;
	case 0x100000000: return 7;
	}
}

int main(void) {
	char from[7] = {1, 2, 3, 4, 5, 6, 7}, to[7] = {0};
	copy(to, from, 7);
	for (int i = 0; i < 7; i++)
		assert(to[i] == from[i]);
	assert(kind(-5) == 1 && kind(-6) == 0 && kind(0) == 0 && kind(2) == 20);
	assert(kind(0x100000000) == 7);
	assert(kind(1) == 20 + OFF);
	return 0;
}
