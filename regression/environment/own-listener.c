/* An echo server and its client in one process: what comes back is what was sent.  TCP, with a port
 * that the system chooses, or a fixed one; over IPv6; AF_UNIX; with poll, or epoll, or without
 * waiting. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 1
#endif
#ifndef FLAGS
#define FLAGS 0
#endif

static int listener;

#if FAMILY == 6
static struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr.s6_addr = {[15] = 1}};
#elif FAMILY == 1
static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "echo.socket"};
#else
static struct sockaddr_in address = {.sin_family = AF_INET};
#endif
static socklen_t size = sizeof address;

static int must(int result) {
	if (result < 0)
		exit(1);
	return result;
}

static void wait_for(int fd) {
#if WAIT == 1
	struct pollfd p = {fd, POLLIN, 0};
	must(poll(&p, 1, -1));
	assert((p.revents & POLLIN) != 0);
#elif WAIT == 2
	fd_set in;
	FD_ZERO(&in);
	FD_SET(fd, &in);
	must(select(fd + 1, &in, NULL, NULL, NULL));
	assert(FD_ISSET(fd, &in));
#elif WAIT == 3
	struct epoll_event e = {.events = EPOLLIN};
	int list = must(epoll_create1(0));
	must(epoll_ctl(list, EPOLL_CTL_ADD, fd, &e));
	must(epoll_wait(list, &e, 1, -1));
	close(list);
#else
	(void)fd;
#endif
}

static void *serve(void *unused) {
	(void)unused;
	for (int i = 0; i < CLIENTS; i++) {
		char b[4];
		wait_for(listener);
		int c = must(accept(listener, NULL, NULL));
		wait_for(c);
		ssize_t n = must((int)read(c, b, sizeof b));
#ifdef BUG
		b[0]++;
#endif
		must((int)write(c, b, (size_t)n));
		close(c);
	}
	return NULL;
}

static void *ask(void *text) {
	char b[4] = "";
	int s = must(socket(address.
#if FAMILY == 6
	                    sin6_family
#elif FAMILY == 1
	                    sun_family
#else
	                    sin_family
#endif
	                    ,
	                    SOCK_STREAM | FLAGS, 0));
	if (connect(s, (struct sockaddr *)&address, size) != 0) {
		struct pollfd p = {s, POLLOUT, 0};
		if (errno != EINPROGRESS)
			exit(1);
		must(poll(&p, 1, -1));
	}
	if (FLAGS != 0) {
		struct pollfd p = {s, POLLIN, 0};
		must((int)send(s, text, 2, 0));
		must(poll(&p, 1, -1));
	} else {
		must((int)send(s, text, 2, 0));
	}
	ssize_t n = must((int)read(s, b, 2));
	assert(n == 2);
	assert(memcmp(b, text, 2) == 0);
	close(s);
	return NULL;
}

int main(void) {
	pthread_t server, second;
#if FAMILY == 0
	address.sin_addr.s_addr = htonl(ADDRESS);
	address.sin_port = htons(PORT);
	listener = must(socket(AF_INET, SOCK_STREAM, 0));
#elif FAMILY == 6
	listener = must(socket(AF_INET6, SOCK_STREAM, 0));
#else
	listener = must(socket(AF_UNIX, SOCK_STREAM, 0));
#endif
	must(bind(listener, (struct sockaddr *)&address, size));
	must(listen(listener, 1));
#if FAMILY != 1
	must(getsockname(listener, (struct sockaddr *)&address, &size));
#endif
#if FAMILY == 0
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
#endif
	pthread_create(&server, NULL, serve, NULL);
	if (CLIENTS == 2)
		pthread_create(&second, NULL, ask, "no");
	ask("hi");
	if (CLIENTS == 2)
		pthread_join(second, NULL);
	pthread_join(server, NULL);
	close(listener);
	return 0;
}
