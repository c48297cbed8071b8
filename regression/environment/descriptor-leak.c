/* An early return leaves a descriptor open. */
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char letter;
	int fd = open("in", O_RDONLY);
	if (fd == -1)
		return 1;
	if (read(fd, &letter, 1) != 1) {
#ifndef BUG
		close(fd);
#endif
		return 1;
	}
	close(fd);
	return 0;
}
