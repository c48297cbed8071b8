/* A thread sleeps in poll until a byte comes through a pipe, and then looks at a flag.  If the byte
 * is sent before the flag is set, it may look too early, and nobody wakes it again. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2], stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
	struct pollfd p = {fd[0], POLLIN, 0};
	char c;
	(void)unused;
	for (;;) {
		int n = poll(&p, 1, -1);
		if (n < 0)
			return NULL;
		assert(n == 1 && p.revents == POLLIN);
		if (read(fd[0], &c, 1) != 1)
			return NULL;
		pthread_mutex_lock(&lock);
		int s = stop;
		pthread_mutex_unlock(&lock);
		if (s)
			return NULL;
	}
}

static void wake(void)
{
	if (write(fd[1], "x", 1) != 1)
		_exit(1);
}

int main(void)
{
	pthread_t t;
	if (pipe(fd) != 0 || pthread_create(&t, NULL, worker, NULL) != 0)
		return 1;
#ifdef BUG
	wake();
#endif
	pthread_mutex_lock(&lock);
	stop = 1;
	pthread_mutex_unlock(&lock);
#ifndef BUG
	wake();
#endif
	pthread_join(t, NULL);
	return 0;
}
