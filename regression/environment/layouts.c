/* Structures that are laid out otherwise on other machines: struct epoll_event, struct msghdr,
 * fd_set, struct addrinfo, struct itimerspec. */
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
	int p[2];
	char b[8] = "";
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, p))
		return 1;
	int e = epoll_create1(0);
	if (e < 0)
		return 1;
#ifdef BUG
	enum { EVENTS = EPOLLOUT };
#else
	enum { EVENTS = EPOLLIN };
#endif
	struct epoll_event in = {.events = EVENTS, .data.u64 = 0x123456789abcdefULL}, out[2];
	memset(out, 0, sizeof out);
	if (epoll_ctl(e, EPOLL_CTL_ADD, p[0], &in))
		return 1;
	struct iovec v[2] = {{"abc", 3}, {"de", 2}};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
	assert(sendmsg(p[1], &m, 0) == 5);
	assert(epoll_wait(e, out, 2, -1) == 1);
	assert(out[0].events == EPOLLIN && out[0].data.u64 == 0x123456789abcdefULL &&
	       out[1].events == 0);
	struct pollfd f[2] = {{p[0], POLLIN, 0}, {p[1], POLLIN, 0}};
	if (poll(f, 2, -1) >= 0)
		assert(f[0].revents == POLLIN && f[1].revents == 0);
	fd_set s;
	FD_ZERO(&s);
	FD_SET(p[0], &s);
	FD_SET(p[1], &s);
	if (select(p[1] + 1, &s, 0, 0, 0) >= 0)
		assert(FD_ISSET(p[0], &s) && !FD_ISSET(p[1], &s));
	struct iovec r[2] = {{b, 1}, {b + 2, 4}};
	struct msghdr n = {.msg_iov = r, .msg_iovlen = 2, .msg_flags = 77};
	assert(recvmsg(p[0], &n, 0) == 5 && n.msg_flags == 0 && memcmp(b, "a\0bcde", 6) == 0);
	struct addrinfo h = {.ai_socktype = SOCK_DGRAM,
	                     .ai_family = AF_INET6,
	                     .ai_flags = AI_NUMERICHOST},
	                *l;
	if (getaddrinfo("::7", "80", &h, &l) == 0) {
		assert(l->ai_family == AF_INET6 && l->ai_socktype == SOCK_DGRAM &&
		       l->ai_addrlen == sizeof(struct sockaddr_in6) && l->ai_next == NULL &&
		       l->ai_canonname == NULL);
		struct sockaddr_in6 *a = (void *)l->ai_addr;
		assert(a->sin6_family == AF_INET6 && a->sin6_port == htons(80) &&
		       a->sin6_addr.s6_addr[15] == 7 && a->sin6_addr.s6_addr[14] == 0 &&
		       a->sin6_scope_id == 0);
		freeaddrinfo(l);
	}
	int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	if (t < 0)
		return 1;
	struct itimerspec z = {{0, 0}, {0, 0}}, o = {{1, 1}, {1, 1}};
	assert(timerfd_settime(t, 0, &z, &o) == 0 && o.it_value.tv_sec == 0 &&
	       o.it_interval.tv_nsec == 0);
	unsigned long long x;
	assert(read(t, &x, 8) == -1);
	return 0;
}
