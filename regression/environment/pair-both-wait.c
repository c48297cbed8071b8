/* Two threads that talk through a socket pair: if both listen first, nobody speaks. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int fd[2];

static void *other(void *unused)
{
	char c;
	(void)unused;
#ifdef BUG
	if (read(fd[1], &c, 1) != 1)
		return NULL;
	if (write(fd[1], "y", 1) != 1)
		return NULL;
#else
	if (write(fd[1], "y", 1) != 1)
		return NULL;
	if (read(fd[1], &c, 1) != 1)
		return NULL;
#endif
	return NULL;
}

int main(void)
{
	char c;
	pthread_t t;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0 || pthread_create(&t, NULL, other, NULL) != 0)
		return 1;
	if (recv(fd[0], &c, 1, 0) != 1 || send(fd[0], "x", 1, 0) != 1)
		return 1;
	pthread_join(t, NULL);
	return 0;
}
