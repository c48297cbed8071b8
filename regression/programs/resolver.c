/* resolver -- looks up names of hosts in a thread, so that a slow answer costs a limited time.
 *
 * getaddrinfo may take minutes.  Whoever wants an address queues a request and waits for it until
 * the time is up; the request then belongs to the thread, which throws it away when the answer comes
 * after all.  A request has one owner at any time: it is freed once.
 *
 * With BUG the one who has waited too long frees the request, too. */
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#ifndef NAMES
#define NAMES 2
#endif

enum { QUEUE_SIZE = 2, NAME_SIZE = 16, SECONDS = 5 };

enum state { WAITING, ANSWERED, ABANDONED };

struct request {
	char name[NAME_SIZE];
	enum state state; /* under the lock of the resolver */
	int error;        /* of getaddrinfo; 0: there is an address */
	struct sockaddr_in address;
};

struct resolver {
	pthread_mutex_t lock;
	pthread_cond_t queued, answered;
	struct request *queue[QUEUE_SIZE]; /* first, ..., first + count - 1, modulo QUEUE_SIZE */
	unsigned first, count;
	bool closed;
	pthread_t thread;
};

static struct resolver resolver = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.queued = PTHREAD_COND_INITIALIZER,
	.answered = PTHREAD_COND_INITIALIZER,
};

/* The first address of the fourth version of the protocol; an error of getaddrinfo if there is none. */
static int look_up(const char *name, struct sockaddr_in *address)
{
	struct addrinfo hints, *list;
	memset(&hints, 0, sizeof hints);
	hints.ai_family = AF_INET;
	hints.ai_socktype = SOCK_STREAM;
	int error = getaddrinfo(name, NULL, &hints, &list);
	if (error != 0)
		return error;
	error = EAI_NONAME;
	if (list != NULL && list->ai_family == AF_INET && list->ai_addrlen >= sizeof *address) {
		memcpy(address, list->ai_addr, sizeof *address);
		error = 0;
	}
	freeaddrinfo(list);
	return error;
}

/* NULL: no more will come. */
static struct request *take_request(struct resolver *r)
{
	struct request *q = NULL;
	pthread_mutex_lock(&r->lock);
	while (r->count == 0 && !r->closed)
		pthread_cond_wait(&r->queued, &r->lock);
	if (r->count > 0) {
		q = r->queue[r->first];
		r->first = (r->first + 1) % QUEUE_SIZE;
		r->count--;
	}
	pthread_mutex_unlock(&r->lock);
	return q;
}

/* Hands the answer over, if anybody still wants it. */
static void answer(struct resolver *r, struct request *q, int error, const struct sockaddr_in *address)
{
	pthread_mutex_lock(&r->lock);
	bool wanted = q->state == WAITING;
	if (wanted) {
		q->error = error;
		if (error == 0)
			q->address = *address;
		q->state = ANSWERED;
		pthread_cond_broadcast(&r->answered);
	}
	pthread_mutex_unlock(&r->lock);
	if (!wanted)
		free(q);
}

static void *resolve(void *argument)
{
	struct resolver *r = argument;
	struct sockaddr_in address;
	for (struct request *q = take_request(r); q != NULL; q = take_request(r)) {
		int error = look_up(q->name, &address);
		answer(r, q, error, &address);
	}
	return NULL;
}

/* The request belongs to the resolver until it is answered; NULL: there is no room for it. */
static struct request *ask(struct resolver *r, const char *name)
{
	struct request *q = calloc(1, sizeof *q);
	if (q == NULL)
		return NULL;
	if (snprintf(q->name, sizeof q->name, "%s", name) >= (int)sizeof q->name) {
		free(q);
		return NULL;
	}
	q->state = WAITING;
	pthread_mutex_lock(&r->lock);
	bool fits = r->count < QUEUE_SIZE;
	if (fits) {
		r->queue[(r->first + r->count) % QUEUE_SIZE] = q;
		r->count++;
		pthread_cond_signal(&r->queued);
	}
	pthread_mutex_unlock(&r->lock);
	if (!fits) {
		free(q);
		return NULL;
	}
	return q;
}

/* An error of getaddrinfo; EAI_AGAIN: the time is up.  The request is gone. */
static int await(struct resolver *r, struct request *q, struct sockaddr_in *address)
{
	struct timespec end;
	int late = 0, error = EAI_AGAIN;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += SECONDS;
	pthread_mutex_lock(&r->lock);
	while (q->state == WAITING && late == 0)
		late = pthread_cond_timedwait(&r->answered, &r->lock, &end);
	if (q->state == ANSWERED) {
		error = q->error;
		if (error == 0)
			*address = q->address;
		free(q);
	} else {
		assert(late == ETIMEDOUT);
#ifdef BUG
		free(q);
#else
		q->state = ABANDONED;
#endif
	}
	pthread_mutex_unlock(&r->lock);
	return error;
}

static bool resolver_start(struct resolver *r)
{
	int error = pthread_create(&r->thread, NULL, resolve, r);
	if (error != 0)
		fprintf(stderr, "no thread: %s\n", strerror(error));
	return error == 0;
}

static void resolver_stop(struct resolver *r)
{
	pthread_mutex_lock(&r->lock);
	r->closed = true;
	pthread_cond_broadcast(&r->queued);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	assert(r->count == 0);
}

static const char *const names[] = {
	"localhost",
#if NAMES > 1
	"127.0.0.1",
#endif
};

int main(void)
{
	int missing = 0;
	if (!resolver_start(&resolver))
		return 1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct sockaddr_in address;
		struct request *q = ask(&resolver, names[i]);
		int error = q == NULL ? EAI_MEMORY : await(&resolver, q, &address);
		if (error != 0) {
			fprintf(stderr, "%s: %s\n", names[i], gai_strerror(error));
			missing++;
		} else {
			printf("%s: %08x\n", names[i], (unsigned)ntohl(address.sin_addr.s_addr));
		}
	}
	resolver_stop(&resolver);
	return missing == 0 ? 0 : 1;
}
