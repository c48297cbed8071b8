/* An empty pipe that does not block: EAGAIN is no end of the input. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2];

static void *writer(void *unused)
{
	(void)!write(fd[1], "x", 1);
	return NULL;
}

int main(void)
{
	char letter = 0;
	pthread_t thread;
	if (pipe(fd) != 0 || pthread_create(&thread, NULL, writer, NULL) != 0)
		return 0;
	if (fcntl(fd[0], F_SETFL, fcntl(fd[0], F_GETFL) | O_NONBLOCK) != 0)
		return 0;
#ifndef BUG
	pthread_join(thread, NULL);
#endif
	ssize_t n = read(fd[0], &letter, 1);
	assert(n == 1 && letter == 'x');
#ifdef BUG
	pthread_join(thread, NULL);
#endif
	return 0;
}
