/* How much there is to read from a socket on which two messages wait: of datagrams it is the first,
 * of packets and of a stream all of it; nothing, once all are read. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
	int s[2], v = -1;
	char b[16];
	if (socketpair(AF_UNIX, KIND | SOCK_NONBLOCK, 0, s) != 0)
		return 0;
	if (write(s[0], "abcdefgh", 8) != 8 || send(s[0], "abcde", 5, 0) != 5)
		return 0;
	if (ioctl(s[1], FIONREAD, &v) == 0)
		assert(v == WAITING);
	while (read(s[1], b, sizeof b) > 0)
		;
	if (ioctl(s[1], FIONREAD, &v) == 0)
		assert(v == 0);
	return 0;
}
