#include <assert.h>

static int calls;

static int bump(int result)
{
	calls++;
	return result;
}

int main(void)
{
	if (bump(0) & bump(1))
		return 1;
	assert(calls == 1); /* violated */
}
