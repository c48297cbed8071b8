/* A buffer that a thread receives into belongs to that thread meanwhile. */
#include <pthread.h>
#include <sys/socket.h>

static char text[8];
static int fd[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
	(void)unused;
#ifndef BUG
	pthread_mutex_lock(&lock);
#endif
	text[0] = 0;
#ifndef BUG
	pthread_mutex_unlock(&lock);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0 || send(fd[0], "abc", 3, 0) != 3)
		return 1;
	if (pthread_create(&t, NULL, other, NULL) != 0)
		return 1;
	pthread_mutex_lock(&lock);
	recv(fd[1], text, sizeof text, 0);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
