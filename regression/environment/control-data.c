/* Constants of IPv6, and a descriptor that comes from outside as control data. */
#define _GNU_SOURCE
#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
	char t[INET6_ADDRSTRLEN];
	assert(inet_ntop(AF_INET6, &in6addr_loopback, t, sizeof t) && strcmp(t, "::1") == 0);
	struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any};
	assert(IN6_IS_ADDR_UNSPECIFIED(&a.sin6_addr));
	_Alignas(struct cmsghdr) char c[CMSG_SPACE(4)];
	char b[4];
	struct iovec v = {b, 4};
	struct msghdr m = {
	    .msg_iov = &v, .msg_iovlen = 1, .msg_control = c, .msg_controllen = sizeof c};
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (s < 0)
		return 1;
	if (recvmsg(s, &m, 0) < 0)
		return 1;
	int n = 0;
	for (struct cmsghdr *h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h)) {
		assert(h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS &&
		       h->cmsg_len == CMSG_LEN(4));
		int fd;
		memcpy(&fd, CMSG_DATA(h), 4);
		assert(fd == 4);
		close(fd);
		n++;
	}
	assert(n <= 1);
#ifdef BUG
	assert(n == 0);
#endif
	return 0;
}
