/* accept may fail; its result is an index into a table of connections. */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int connections[64];

int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s < 0 || bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0)
		return 1;
	int c = accept(s, NULL, NULL);
#ifndef BUG
	if (c < 0)
		return 1;
#endif
	connections[c] = 1;
	close(c);
	return 0;
}
