/* _Generic picks by type, also when several associations have one type of value. */
#include <assert.h>

#define KIND(x) _Generic((x), int: 1, unsigned: 2, char *: 3, double: 4, default: 9)

static int of_int(int x) { return x + 1; }
static int of_double(double x) { return (int)x + 100; }
#define CALL(x) _Generic((x), int: of_int, double: of_double)(x)

int main(void) {
	char *s = "";
	short h = 0;
	assert(KIND(5) == 1 && KIND(5u) == 2 && KIND(s) == 3 && KIND(1.0) == 4);
	assert(KIND(h) == 9 && KIND(h + h) == 1);
	assert(CALL(2) == 3 && CALL(2.5) == 102 + OFF);
	return 0;
}
