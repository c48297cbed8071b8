#include <assert.h>

int main(void)
{
	int i = 0;
again:
	i += 4;
	if (i < 10)
		goto again;
	assert(i < 12); /* violated */
}
