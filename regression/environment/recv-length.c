/* A server that makes a string of what it has received, one thread for each connection. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef BUG
enum { KEPT = 0 };
#else
enum { KEPT = 1 }; /* for the end of the string */
#endif

static void *serve(void *arg)
{
	int fd = (int)(long)arg;
	char text[16];
	ssize_t n = recv(fd, text, sizeof text - KEPT, 0);
	if (n > 0) {
		text[n] = 0;
		send(fd, text, strlen(text), MSG_NOSIGNAL);
	}
	close(fd);
	return NULL;
}

int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(8080)};
	int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	if (s < 0)
		return 1;
	assert(s == 3);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	assert(accept(s, NULL, NULL) == -1 && errno == EINVAL);
	if (bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0)
		return 1;
	for (int i = 0; i < 2; i++) {
		struct sockaddr_in from;
		socklen_t length = sizeof from;
		int c = accept(s, (struct sockaddr *)&from, &length);
		if (c < 0)
			continue;
		assert(length == sizeof from && from.sin_family == AF_INET);
		pthread_t t;
		if (pthread_create(&t, NULL, serve, (void *)(long)c) != 0)
			return 1;
		pthread_detach(t);
	}
	close(s);
	return 0;
}
