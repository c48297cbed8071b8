#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
	assert(errno == 0);
	errno = 5;
	assert(errno == 5);
	errno = 0;
	strtol("99999999999999999999999", 0, 10);
	assert(errno == ERANGE);
}
