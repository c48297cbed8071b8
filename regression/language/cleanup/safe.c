#include <assert.h>

static int closed;

static void close_it(int *fd)
{
	closed += *fd;
}

static int use(int fail)
{
	__attribute__((cleanup(close_it))) int fd = 5;
	if (fail)
		return -1;
	fd = 6;
	return closed;
}

int main(void)
{
	assert(use(1) == -1 && closed == 5);
	assert(use(0) == 5 && closed == 11);
}
