/* With a time limit, select may end with nothing ready; a read would then wait for ever. */
#include <pthread.h>
#include <sys/select.h>
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
	pthread_t t;
	char c;
	struct timeval second = {1, 0};
	fd_set in;
	if (pipe(fd) != 0 || pthread_create(&t, NULL, writer, NULL) != 0)
		return 1;
	pthread_mutex_lock(&lock);
	FD_ZERO(&in);
	FD_SET(fd[0], &in);
	int n = select(fd[0] + 1, &in, NULL, NULL, &second);
#ifdef BUG
	if (n >= 0)
#else
	if (n > 0 && FD_ISSET(fd[0], &in))
#endif
		if (read(fd[0], &c, 1) != 1)
			_exit(1);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
