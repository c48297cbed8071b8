/* read is a cancellation point: a thread that waits there with a lock held and is cancelled keeps
 * the lock, unless a handler releases it. */
#include <pthread.h>
#include <unistd.h>

static int fd[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void release(void *unused)
{
	pthread_mutex_unlock(&lock);
}

static void *reader(void *unused)
{
	char letter;
	pthread_mutex_lock(&lock);
#ifndef BUG
	pthread_cleanup_push(release, NULL);
#endif
	(void)!read(fd[0], &letter, 1);
#ifdef BUG
	pthread_mutex_unlock(&lock);
#else
	pthread_cleanup_pop(1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t thread;
	if (pipe(fd) != 0 || pthread_create(&thread, NULL, reader, NULL) != 0)
		return 1;
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return 0;
}
