#include <assert.h>

static int closed;

static void close_it(int *fd)
{
	closed += *fd;
}

static int use(void)
{
	__attribute__((cleanup(close_it))) int fd = 5;
	return closed;
}

int main(void)
{
	assert(use() == 5); /* violated */
}
