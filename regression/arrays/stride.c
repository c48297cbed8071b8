/* Where in an array of records of 12 bytes may a field lie?  At 12 * i - 8, which is 4 modulo 12, and
 * where an unsigned product wraps around also in between. */
#include <assert.h>

struct record {
	int a, b, c;
};

static struct record table[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
static unsigned char bytes[36];

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

static int back(void) {
	int i = __VERIFIER_nondet_int();
	return i < 1 || i > 3 ? 2 : (table + i)[-1].b;
}

static int down(void) {
	int i = __VERIFIER_nondet_int();
	return i < 1 || i > 3 ? 2 : table[3 - i].b;
}

static int wrapped(void) {
	unsigned at = __VERIFIER_nondet_uint() * 12;
	if (at < sizeof bytes)
		bytes[at] = 8;
	return bytes[PLACE];
}

static int wrapped_size(void) {
	unsigned long at = __VERIFIER_nondet_ulong() * 12;
	if (at < sizeof bytes)
		bytes[at] = 8;
	return bytes[PLACE];
}

int main(void) {
	int value = HOW();
	assert(value != UNWANTED);
}
