/* A packet without a byte that was not received: whether its sender gets ECONNRESET when the other
 * end is closed depends on the version of Linux. */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
	int pair[2];
	char byte;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
		return 1;
	if (send(pair[0], "ab", LENGTH, 0) != LENGTH)
		return 1;
	close(pair[1]);
	ssize_t n = recv(pair[0], &byte, 1, 0);
	assert(n == 0 || (n == -1 && errno == ECONNRESET));
	assert(HOLDS);
	return 0;
}
