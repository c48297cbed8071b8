/*
 * connection_close.c - a connection that reader and writer close on an error;
 * whoever comes first frees its buffer.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct connection {
	pthread_mutex_t lock;
	bool closed;
	char *buffer;
	int errors;
};

static struct connection *connection_new(void)
{
	struct connection *c = malloc(sizeof *c);

	if (c == NULL)
		return NULL;
	pthread_mutex_init(&c->lock, NULL);
	c->closed = false;
	c->errors = 0;
	c->buffer = calloc(16, 1);
	return c;
}

static bool connection_is_closed(struct connection *c)
{
	bool closed;

	pthread_mutex_lock(&c->lock);
	closed = c->closed;
	pthread_mutex_unlock(&c->lock);
	return closed;
}

static void connection_close(struct connection *c)
{
	if (connection_is_closed(c))
		return;
	pthread_mutex_lock(&c->lock);
	c->closed = true;
	c->errors++;
	free(c->buffer);
	pthread_mutex_unlock(&c->lock);
}

static void *reader(void *arg)
{
	struct connection *c = arg;

	/* recv() has failed */
	connection_close(c);
	return NULL;
}

static void *writer(void *arg)
{
	struct connection *c = arg;

	/* send() has failed */
	connection_close(c);
	return NULL;
}

int main(void)
{
	pthread_t in, out;
	struct connection *c = connection_new();

	if (c == NULL)
		return EXIT_FAILURE;
	if (pthread_create(&in, NULL, reader, c) != 0 || pthread_create(&out, NULL, writer, c) != 0)
		return EXIT_FAILURE;
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	printf("%d errors\n", c->errors);
	pthread_mutex_destroy(&c->lock);
	free(c);
	return EXIT_SUCCESS;
}
