/* The list that getaddrinfo makes belongs to the caller. */
#include <assert.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
	if (getaddrinfo("example.org", "80", &hints, &list) != 0)
		return 1;
	int s = -1;
	for (struct addrinfo *p = list; p != NULL && s < 0; p = p->ai_next) {
		assert(p->ai_family == AF_INET || p->ai_family == AF_INET6);
		s = socket(p->ai_family, p->ai_socktype, p->ai_protocol);
		if (s >= 0 && connect(s, p->ai_addr, p->ai_addrlen) != 0) {
			close(s);
			s = -1;
		}
	}
#ifdef BUG
	if (s < 0)
		return 1;
#endif
	freeaddrinfo(list);
#ifdef TWICE
	freeaddrinfo(list);
#endif
	return s < 0;
}
