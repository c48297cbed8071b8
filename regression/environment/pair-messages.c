/* Messages through a socket pair: one receive is one message, of a stream it is what is there. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef BUG
enum { TYPE = SOCK_STREAM };
#else
enum { TYPE = SOCK_SEQPACKET };
#endif

static int fd[2];

static void *sender(void *unused)
{
	(void)unused;
	assert(send(fd[1], "ab", 2, 0) == 2);
	assert(send(fd[1], "cde", 3, 0) == 3);
	close(fd[1]);
	return NULL;
}

int main(void)
{
	char text[8];
	pthread_t t;
	if (socketpair(AF_UNIX, TYPE, 0, fd) != 0 || pthread_create(&t, NULL, sender, NULL) != 0)
		return 1;
	ssize_t n = recv(fd[0], text, sizeof text, 0);
	assert(n >= 2 && memcmp(text, "ab", 2) == 0);
	assert(n == 2);
	assert(recv(fd[0], text, sizeof text, 0) == 3 && memcmp(text, "cde", 3) == 0);
	assert(recv(fd[0], text, sizeof text, 0) == 0);
	pthread_join(t, NULL);
	return 0;
}
