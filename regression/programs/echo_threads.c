/* echo_threads -- an echo server: one thread accepts connections, others serve them.
 *
 * Connections wait in a queue between the two: the one who accepts waits while it is full, the ones
 * who serve while it is empty.  The server ends after a fixed number of connections, and all of them
 * have been served and closed by then.
 *
 * With BUG a thread that was woken does not look again whether there is something for it: another
 * one may have been faster. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 2
#endif

enum { QUEUE_SIZE = 2, MESSAGE_SIZE = 4, PORT = 7007 };

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled, drained;
	int fd[QUEUE_SIZE]; /* the connections first, ..., first + count - 1, modulo QUEUE_SIZE */
	unsigned first, count;
	bool closed;
};

struct server {
	int listener;
	struct queue waiting;
	pthread_t worker[WORKERS];
	unsigned served[WORKERS];
};

struct job {
	struct server *server;
	unsigned number;
};

static void queue_init(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->filled, NULL);
	pthread_cond_init(&q->drained, NULL);
	q->first = q->count = 0;
	q->closed = false;
}

static void queue_destroy(struct queue *q)
{
	assert(q->count == 0);
	pthread_cond_destroy(&q->drained);
	pthread_cond_destroy(&q->filled);
	pthread_mutex_destroy(&q->lock);
}

static void queue_put(struct queue *q, int fd)
{
	pthread_mutex_lock(&q->lock);
	while (q->count == QUEUE_SIZE)
		pthread_cond_wait(&q->drained, &q->lock);
	q->fd[(q->first + q->count) % QUEUE_SIZE] = fd;
	q->count++;
	pthread_cond_broadcast(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

/* No more will come. */
static void queue_close(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->closed = true;
	pthread_cond_broadcast(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

/* -1: the queue is empty, and will be. */
static int queue_take(struct queue *q)
{
	int fd = -1;
	pthread_mutex_lock(&q->lock);
#ifdef BUG
	if (q->count == 0 && !q->closed)
#else
	while (q->count == 0 && !q->closed)
#endif
		pthread_cond_wait(&q->filled, &q->lock);
	if (q->count > 0 || !q->closed) {
		assert(q->count > 0);
		fd = q->fd[q->first];
		q->first = (q->first + 1) % QUEUE_SIZE;
		q->count--;
		pthread_cond_signal(&q->drained);
	}
	pthread_mutex_unlock(&q->lock);
	return fd;
}

/* All of it, however little a call takes. */
static bool send_all(int fd, const char *from, size_t n)
{
	while (n > 0) {
		ssize_t done = send(fd, from, n, MSG_NOSIGNAL);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		from += done;
		n -= (size_t)done;
	}
	return true;
}

/* One message, and it goes back. */
static void serve(int fd)
{
	char message[MESSAGE_SIZE];
	ssize_t n;
	do
		n = recv(fd, message, sizeof message, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		perror("recv");
	else if (n > 0 && !send_all(fd, message, (size_t)n))
		perror("send");
	if (close(fd) != 0)
		perror("close");
}

static void *work(void *argument)
{
	struct job *job = argument;
	struct server *s = job->server;
	unsigned number = job->number;
	free(job);
	for (;;) {
		int fd = queue_take(&s->waiting);
		if (fd < 0)
			return NULL;
		serve(fd);
		s->served[number]++;
	}
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
	    bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0) {
		perror("listen");
		close(fd);
		return -1;
	}
	return fd;
}

/* How many could be started. */
static unsigned start_workers(struct server *s)
{
	for (unsigned i = 0; i < WORKERS; i++) {
		struct job *job = malloc(sizeof *job);
		if (job == NULL)
			return i;
		job->server = s;
		job->number = i;
		if (pthread_create(&s->worker[i], NULL, work, job) != 0) {
			free(job);
			return i;
		}
	}
	return WORKERS;
}

/* How many connections there were. */
static unsigned accept_connections(struct server *s)
{
	unsigned accepted = 0;
	for (unsigned i = 0; i < CONNECTIONS; i++) {
		int fd = accept(s->listener, NULL, NULL);
		if (fd >= 0) {
			queue_put(&s->waiting, fd);
			accepted++;
		} else if (errno != ECONNABORTED) { /* gone before it was served */
			perror("accept");
			break;
		}
	}
	return accepted;
}

static int run(struct server *s)
{
	unsigned accepted = 0, served = 0, workers = start_workers(s);
	if (workers > 0)
		accepted = accept_connections(s);
	queue_close(&s->waiting);
	for (unsigned i = 0; i < workers; i++) {
		pthread_join(s->worker[i], NULL);
		served += s->served[i];
	}
	assert(served == accepted);
	return accepted == CONNECTIONS ? 0 : 1;
}

int main(void)
{
	static struct server server;
	server.listener = listen_at(PORT);
	if (server.listener < 0)
		return 1;
	queue_init(&server.waiting);
	int status = run(&server);
	queue_destroy(&server.waiting);
	close(server.listener);
	return status;
}
