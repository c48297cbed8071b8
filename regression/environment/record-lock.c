/* A lock of fcntl keeps other processes out, not other threads. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/file.h>
#include <unistd.h>

static int inside;

static int enter(int fd)
{
#ifdef BUG
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return fcntl(fd, F_SETLKW, &all);
#else
	return flock(fd, LOCK_EX);
#endif
}

static void *worker(void *unused)
{
	(void)unused;
	int fd = open("data", O_RDWR);
	if (fd == -1)
		return NULL;
	if (enter(fd) == 0) {
		inside++;
		assert(inside == 1);
		inside--;
	}
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, worker, NULL) != 0)
		return 1;
	worker(NULL);
	pthread_join(thread, NULL);
	return 0;
}
