/* POSIX allows stat to be a cancellation point: then the lock may be kept. */
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
	struct stat status;
	pthread_mutex_lock(&lock);
	(void)stat("file", &status);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, worker, NULL) != 0)
		return 1;
#ifndef NO_CANCEL
	pthread_cancel(thread);
#endif
	pthread_join(thread, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return 0;
}
