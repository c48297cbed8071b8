/* A server that connects, too, but with others: whoever connects to it is outside, and sends
 * anything. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int table[4];

static int ask_upstream(void) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(9000)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int s = socket(AF_INET, SOCK_STREAM, 0), result = -1;
	char b;
	if (s < 0)
		return -1;
	if (connect(s, (struct sockaddr *)&a, sizeof a) == 0 && read(s, &b, 1) == 1)
		result = b;
	close(s);
	return result;
}

static void *handle(void *data) {
	int fd = (int)(long)data;
	unsigned char i = 0;
	if (read(fd, &i, 1) == 1) {
#ifdef BUG
		if (i <= 4)
#else
		if (i < 4)
#endif
			table[i] = ask_upstream();
	}
	close(fd);
	return NULL;
}

int main(void) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(8080)};
	pthread_t t;
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s < 0 || bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0)
		return 1;
	int fd = accept(s, NULL, NULL);
	if (fd < 0)
		return 1;
	pthread_create(&t, NULL, handle, (void *)(long)fd);
	pthread_join(t, NULL);
	return 0;
}
