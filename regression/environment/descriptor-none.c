/* What open returns is not tested: a failed one is no descriptor. */
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int fd = open("in", O_RDONLY);
#ifndef BUG
	if (fd == -1)
		return 1;
#endif
	(void)lseek(fd, 0, SEEK_SET);
	close(fd);
	return 0;
}
