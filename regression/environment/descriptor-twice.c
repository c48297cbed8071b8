/* The second close of a descriptor may hit a file that another thread has opened meanwhile. */
#include <fcntl.h>
#include <unistd.h>

static int send_header(int fd)
{
	if (write(fd, "#\n", 2) == 2)
		return 0;
#ifdef BUG
	close(fd);
#endif
	return -1;
}

int main(void)
{
	int fd = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (fd == -1)
		return 1;
	int failed = send_header(fd);
	close(fd);
	return failed != 0;
}
