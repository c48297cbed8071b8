#include <assert.h>

int main(void)
{
	int local[4];
	local[0] = 1;
	assert(local[3] == 0); /* violated */
}
