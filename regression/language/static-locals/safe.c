#include <assert.h>

static int count(void)
{
	static int n = 10;
	return ++n;
}

int main(void)
{
	count();
	count();
	assert(count() == 13);
}
