/* Calls that take a path read all of it: it has to end, and to be there still. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char *path = malloc(5), target[16];
	struct stat status;
	if (!path)
		return 1;
#ifdef OPEN_ENDED
	memcpy(path, "/data", 5);
#else
	memcpy(path, "data", 5);
#endif
	int fd = open(path, O_RDONLY);
	if (fd >= 0)
		close(fd);
#ifdef FREED
	free(path);
#endif
	(void)stat(path, &status);
	(void)unlink(path);
#ifdef TOO_LONG
	(void)!readlink("link", target, sizeof target + 1);
#else
	(void)!readlink("link", target, sizeof target);
#endif
#ifndef FREED
	free(path);
#endif
	return 0;
}
