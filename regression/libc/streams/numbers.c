/* A stream has a descriptor, the lowest free one, and gives it back. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
	FILE *f = fopen("x", "w");
	if (!f)
		return 1;
	int fd = fileno(f);
	assert(fd == 3 && fileno(f) == fd);
	fclose(f);
	int again = open("y", O_RDONLY);
	if (again < 0)
		return 1;
	assert(again == 3);
	f = fdopen(again, "r");
	if (!f)
		return 1;
	assert(fileno(f) == again);
	fclose(f);
#ifdef BUG
	assert(close(again) == 0); /* violated: the stream has closed it */
#else
	assert(close(again) == -1);
#endif
	assert(fdopen(again, "r") == NULL);
}
