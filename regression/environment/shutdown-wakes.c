/* shutdown wakes a thread that waits for the socket; to close its descriptor does not. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int fd[2];

static void *reader(void *unused)
{
	char c;
	(void)unused;
	recv(fd[0], &c, 1, 0);
	return NULL;
}

int main(void)
{
	pthread_t t;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0 || pthread_create(&t, NULL, reader, NULL) != 0)
		return 1;
#ifdef BUG
	close(fd[0]);
#else
	shutdown(fd[0], SHUT_RD);
#endif
	pthread_join(t, NULL);
	return 0;
}
