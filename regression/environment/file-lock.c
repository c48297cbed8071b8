/* flock waits for whoever has opened the file another time, in the same process, too: with the
 * mutex in the other order, a deadlock.  Locks of fcntl belong to the process and do not. */
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/file.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *second(void *unused)
{
	(void)unused;
	int fd = open("data", O_RDWR);
	if (fd == -1)
		return NULL;
#ifdef BUG
	pthread_mutex_lock(&lock);
	flock(fd, LOCK_EX);
	pthread_mutex_unlock(&lock);
	flock(fd, LOCK_UN);
#else
	if (flock(fd, LOCK_EX) == 0) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
#endif
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int fd = open("data", O_RDWR);
	if (fd == -1 || pthread_create(&thread, NULL, second, NULL) != 0)
		return 1;
	if (flock(fd, LOCK_EX) == 0) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	close(fd);
	pthread_join(thread, NULL);
	return 0;
}
