/* poll ends with EINTR after a handler, even one with SA_RESTART; recv does not. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

static int fd[2];

static void handle(int number)
{
	(void)number;
}

static void *writer(void *unused)
{
	(void)unused;
	send(fd[1], "x", 1, 0);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
	pthread_t t;
	char c;
	sigaction(SIGUSR1, &action, NULL);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0 || pthread_create(&t, NULL, writer, NULL) != 0)
		return 1;
#ifdef BUG
	struct pollfd p = {fd[0], POLLIN, 0};
	int n = poll(&p, 1, -1);
#else
	ssize_t n = recv(fd[0], &c, 1, 0);
#endif
	assert(n >= 0 || errno != EINTR);
	pthread_join(t, NULL);
	return 0;
}
