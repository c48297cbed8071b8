/* A value that was never set decides twice: it is named once. */
#include <assert.h>

int main(void) {
	int first, second, z = 0;
	if (first > 0)
		z++;
	if (second > 0)
		z++;
	if (second > 1)
		z++;
	for (int i = 0; i < 2; i++)
		if (first > 1)
			z++;
	assert(z < MOST);
	return 0;
}
