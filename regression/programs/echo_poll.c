/* echo_poll -- an echo server in one thread: poll says whom to serve next.
 *
 * Each client has a buffer: what was received is sent back before more is received.  A client that
 * is too slow to take its bytes waits for POLLOUT.  The server ends after a fixed number of rounds;
 * a client whose connection ended in order has got back what it sent.
 *
 * With BUG the buffer counts as sent though send may take a part of it only. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif

enum { BUFFER_SIZE = 16, ROUNDS = 4, TIMEOUT = 1000, PORT = 7008 };

struct client {
	int fd;              /* -1: nobody */
	size_t filled, sent; /* of the buffer; sent < filled: something is to be sent */
	bool at_end;         /* no more will come from there */
	unsigned long received, echoed;
	char buffer[BUFFER_SIZE];
};

struct server {
	int listener;
	struct client client[CLIENTS];
	unsigned accepted, closed;
};

static void client_reset(struct client *c, int fd)
{
	c->fd = fd;
	c->filled = c->sent = 0;
	c->at_end = false;
	c->received = c->echoed = 0;
}

static void client_close(struct server *s, struct client *c)
{
	if (close(c->fd) != 0)
		perror("close");
	client_reset(c, -1);
	s->closed++;
}

static bool client_has_output(const struct client *c)
{
	return c->sent < c->filled;
}

/* false: the connection is of no use any more. */
static bool client_receive(struct client *c)
{
	assert(!client_has_output(c));
	ssize_t n = recv(c->fd, c->buffer, sizeof c->buffer, 0);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
	if (n == 0) {
		c->at_end = true;
		return true;
	}
	c->filled = (size_t)n;
	c->sent = 0;
	c->received += (unsigned long)n;
	return true;
}

static bool client_send(struct client *c)
{
	assert(c->sent < c->filled && c->filled <= sizeof c->buffer);
	ssize_t n = send(c->fd, c->buffer + c->sent, c->filled - c->sent, MSG_NOSIGNAL);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
	c->echoed += (unsigned long)n;
#ifdef BUG
	c->sent = c->filled;
#else
	c->sent += (size_t)n;
#endif
	return true;
}

/* Whatever poll has said of this client. */
static void client_serve(struct server *s, struct client *c, short events)
{
	bool ok = true;
	if ((events & (POLLERR | POLLNVAL)) != 0)
		ok = false;
	else if ((events & POLLOUT) != 0 && client_has_output(c))
		ok = client_send(c);
	else if ((events & (POLLIN | POLLHUP)) != 0 && !client_has_output(c))
		ok = client_receive(c);
	if (!ok) {
		client_close(s, c);
	} else if (c->at_end) {
		assert(c->echoed == c->received);
		client_close(s, c);
	}
}

static bool set_nonblocking(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static void accept_client(struct server *s)
{
	for (int i = 0; i < CLIENTS; i++) {
		if (s->client[i].fd >= 0)
			continue;
		int fd = accept(s->listener, NULL, NULL);
		if (fd < 0)
			return; /* gone again, or there is no room: next time */
		if (!set_nonblocking(fd)) {
			close(fd);
			return;
		}
		client_reset(&s->client[i], fd);
		s->accepted++;
		return;
	}
}

/* The events that are waited for; poll ignores negative descriptors. */
static void fill_polled(const struct server *s, struct pollfd *polled)
{
	bool has_room = false;
	for (int i = 0; i < CLIENTS; i++) {
		const struct client *c = &s->client[i];
		polled[i].fd = c->fd;
		polled[i].events = client_has_output(c) ? POLLOUT : POLLIN;
		polled[i].revents = 0;
		has_room |= c->fd < 0;
	}
	polled[CLIENTS].fd = has_room ? s->listener : -1;
	polled[CLIENTS].events = POLLIN;
	polled[CLIENTS].revents = 0;
}

/* false: the server cannot go on. */
static bool serve_round(struct server *s)
{
	struct pollfd polled[CLIENTS + 1];
	fill_polled(s, polled);
	int n = poll(polled, CLIENTS + 1, TIMEOUT);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (n == 0)
		return true;
	for (int i = 0; i < CLIENTS; i++)
		if (polled[i].fd >= 0 && polled[i].revents != 0)
			client_serve(s, &s->client[i], polled[i].revents);
	if (polled[CLIENTS].fd >= 0 && (polled[CLIENTS].revents & POLLIN) != 0)
		accept_client(s);
	return true;
}

static int listen_at(in_port_t port)
{
	struct sockaddr_in address;
	int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0) {
		perror("socket");
		return -1;
	}
	memset(&address, 0, sizeof address);
	address.sin_family = AF_INET;
	address.sin_port = htons(port);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
	    bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0 ||
	    !set_nonblocking(fd)) {
		perror("listen");
		close(fd);
		return -1;
	}
	return fd;
}

int main(void)
{
	static struct server server;
	server.listener = listen_at(PORT);
	if (server.listener < 0)
		return 1;
	for (int i = 0; i < CLIENTS; i++)
		client_reset(&server.client[i], -1);
	bool ok = true;
	for (int round = 0; ok && round < ROUNDS; round++)
		ok = serve_round(&server);
	for (int i = 0; i < CLIENTS; i++)
		if (server.client[i].fd >= 0)
			client_close(&server, &server.client[i]);
	assert(server.closed == server.accepted);
	close(server.listener);
	return ok ? 0 : 1;
}
