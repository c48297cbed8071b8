/* A thread that reads from an empty pipe while it holds the lock that the writer needs. */
#include <pthread.h>
#include <unistd.h>

static int fd[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	if (write(fd[1], "x", 1) != 1)
		_exit(1);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	char byte;
	pthread_t thread;
	if (pipe(fd) != 0 || pthread_create(&thread, NULL, writer, NULL) != 0)
		return 1;
#ifdef BUG
	pthread_mutex_lock(&lock);
#endif
	if (read(fd[0], &byte, 1) != 1)
		return 1;
#ifndef BUG
	pthread_mutex_lock(&lock);
#endif
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
