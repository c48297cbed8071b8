/* Every combination of missing parts of a for header, from macros as well. */
#include <assert.h>

#define EVER (;;)
#define UPTO(v, n) for (; v < n;)

int main(void) {
	int i, n = 0;
	for EVER
		if (n++ == 2)
			break;
	assert(n == 3);
	for (i = 0;;)
		if (++i == 3)
			break;
	for (; i < 5;)
		i++;
	for (;; i++)
		if (i == 8)
			break;
	assert(i == 8);
	for (i = 1; i < 4;)
		i *= 2;
	for (; i < 9; i++)
		if (i == 5)
			continue;
	for (n = 0;; n++)
		if (n > 6)
			break;
	UPTO(n, 10) n++;
	assert(i == 9 && n == 10);
	for (int a = 0, b = 9; a < b; a++, b--)
		n = a + b;
	assert(n == 9 + OFF);
	return 0;
}
