/* _GNU_SOURCE declares addresses as transparent unions: what is passed is the pointer. */
#define _GNU_SOURCE
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	socklen_t n = sizeof a;
	int s = socket(AF_INET, SOCK_DGRAM, 0);
#ifdef BUG
	n += 4;
#endif
	if (s < 0 || bind(s, (struct sockaddr *)&a, n) != 0 || getsockname(s, &a, &n) != 0)
		return 1;
	assert(a.sin_family == AF_INET && n == sizeof a);
	return 0;
}
