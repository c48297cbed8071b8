/* With EPOLLET a file is reported once for what has come: who does not read all of it waits. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int fd[2];

static void *writer(void *unused)
{
	(void)unused;
	if (write(fd[1], "ab", 2) != 2)
		_exit(1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int e = epoll_create1(0), got = 0;
	struct epoll_event in = {.events = EPOLLIN | EPOLLET, .data.fd = 0}, out;
	if (e < 0 || pipe2(fd, O_NONBLOCK) != 0)
		return 1;
	in.data.fd = fd[0];
	if (epoll_ctl(e, EPOLL_CTL_ADD, fd[0], &in) != 0 || pthread_create(&t, NULL, writer, NULL) != 0)
		return 1;
	while (got < 2) {
		char c;
		if (epoll_wait(e, &out, 1, -1) != 1)
			return 1;
		assert(out.events == EPOLLIN && out.data.fd == fd[0]);
#ifdef BUG
		if (read(fd[0], &c, 1) == 1)
			got++;
#else
		while (read(fd[0], &c, 1) == 1)
			got++;
#endif
	}
	pthread_join(t, NULL);
	return 0;
}
