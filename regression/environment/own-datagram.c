/* A server and a client of one process that send each other datagrams. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int server;

static void *serve(void *unused) {
	struct sockaddr_in from;
	socklen_t size = sizeof from;
	char b[8];
	(void)unused;
	ssize_t n = recvfrom(server, b, sizeof b, 0, (struct sockaddr *)&from, &size);
	if (n < 0)
		exit(1);
#ifdef BUG
	n--;
#endif
	if (sendto(server, b, (size_t)n, 0, (struct sockaddr *)&from, size) != n)
		exit(1);
	return NULL;
}

int main(void) {
	pthread_t t;
	socklen_t size = sizeof address;
	char b[8] = "";
	int client = socket(AF_INET, SOCK_DGRAM, 0);
	server = socket(AF_INET, SOCK_DGRAM, 0);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (client < 0 || server < 0 || bind(server, (struct sockaddr *)&address, size) != 0 ||
	    getsockname(server, (struct sockaddr *)&address, &size) != 0)
		return 1;
	pthread_create(&t, NULL, serve, NULL);
#ifdef CONNECT
	if (connect(client, (struct sockaddr *)&address, size) != 0 || send(client, "ping", 4, 0) != 4)
		exit(1);
#else
	if (sendto(client, "ping", 4, 0, (struct sockaddr *)&address, size) != 4)
		exit(1);
#endif
	ssize_t n = recv(client, b, sizeof b, 0);
	if (n < 0)
		exit(1);
	assert(n == 4);
	assert(memcmp(b, "ping", 4) == 0);
	pthread_join(t, NULL);
	return 0;
}
