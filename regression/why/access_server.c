/*
 * access_server.c - a server whose threads answer requests and log them.
 *
 * The log itself is in access_log.c.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#include "access_log.h"

#define HANDLERS 2

struct handler {
	pthread_t thread;
	const char *path;
	unsigned long sent;
};

static struct access_log access_log;
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long cached_bytes;

static unsigned long answer(const char *path)
{
	unsigned long n = path[1] == 0 ? 120 : 40;

	pthread_mutex_lock(&cache_lock);
	cached_bytes += n;
	pthread_mutex_unlock(&cache_lock);
	return n;
}

static void *handle(void *arg)
{
	struct handler *h = arg;

	h->sent = answer(h->path);
	log_request(&access_log, h->sent, 200);
	return NULL;
}

int main(void)
{
	static struct handler handler[HANDLERS] = { { .path = "/" }, { .path = "/a" } };
	unsigned long sent = 0;

	for (int i = 0; i < HANDLERS; i++)
		if (pthread_create(&handler[i].thread, NULL, handle, &handler[i]) != 0)
			return 1;
	for (int i = 0; i < HANDLERS; i++) {
		pthread_join(handler[i].thread, NULL);
		sent += handler[i].sent;
	}
	printf("%lu requests, %lu bytes\n", log_requests(&access_log), access_log.bytes);
	assert(cached_bytes == sent);
	assert(log_requests(&access_log) == HANDLERS);
	assert(access_log.bytes == sent);
	return 0;
}
