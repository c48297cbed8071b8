/* Who has the lock on a file and asks for it again keeps it; who asks for the other kind gives it
 * up first, and another one may come in between. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/file.h>
#include <unistd.h>

static int value;

static void *other(void *unused)
{
	int fd = open("data", O_RDWR);
	if (fd == -1)
		return NULL;
	if (flock(fd, LOCK_EX) == 0)
		value = 2;
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int fd = open("data", O_RDWR);
	if (fd == -1 || flock(fd, LOCK_EX) != 0 || pthread_create(&thread, NULL, other, NULL) != 0)
		return 1;
	value = 1;
#ifdef BUG
	if (flock(fd, LOCK_SH) != 0)
		return 1;
#else
	if (flock(fd, LOCK_EX) != 0)
		return 1;
#endif
	assert(value == 1);
	close(fd);
	pthread_join(thread, NULL);
	return 0;
}
