#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	if (close(3) != 0)
		assert(errno != EBADF); /* violated */
}
