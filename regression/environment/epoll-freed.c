/* Events carry a pointer to the connection they are about; it must not be freed while the list has
 * it.  Closing the last descriptor of a file takes it out of the list. */
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct connection {
	int fd, requests;
};

static int serve(struct connection *c)
{
	char request[16];
	c->requests++;
	return recv(c->fd, request, sizeof request, 0) > 0;
}

static void drop(int e, struct connection *c)
{
#ifdef BUG
	(void)e;
#else
	epoll_ctl(e, EPOLL_CTL_DEL, c->fd, NULL);
	close(c->fd);
#endif
	free(c);
}

int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s < 0)
		return 1;
	int e = epoll_create1(0);
	if (e < 0 || bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0)
		return 1;
	struct connection *c = malloc(sizeof *c);
	if (c == NULL || (c->fd = accept(s, NULL, NULL)) < 0)
		return 1;
	c->requests = 0;
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
	if (epoll_ctl(e, EPOLL_CTL_ADD, c->fd, &event) != 0)
		return 1;
	for (int i = 0; i < 3; i++) {
		struct epoll_event happened;
		if (epoll_wait(e, &happened, 1, 100) != 1)
			continue;
		struct connection *one = happened.data.ptr;
		if (!serve(one))
			drop(e, one);
	}
	return 0;
}
