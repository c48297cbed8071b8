#include <assert.h>

int main(void)
{
	int n = 0, steps = 0;
	do {
		steps++;
		if (steps == 3)
			break;
		n += steps;
	} while (steps < 5);
	assert(n == 12 && steps == 5); /* violated */
}
