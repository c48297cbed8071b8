/*
 * double_checked.c - configuration that is loaded on first use.
 *
 * Everybody calls config_get(); the fast path takes no lock.  The
 * pointer is atomic, so under the C11 model the object that it points
 * to is visible once the pointer is.
 *
 * BUG: the pointer is published first and the fields are filled in
 * afterwards, so that the fast path may see them empty.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
	char host[16];
	int port;
	int retries;
};

static _Atomic(struct config *) instance;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static int times_loaded;

static void config_load(struct config *c)
{
	strcpy(c->host, "localhost");
	c->port = 8080;
	c->retries = 3;
	times_loaded++;
}

static struct config *config_get(void)
{
	struct config *c = atomic_load_explicit(&instance, memory_order_acquire);

	if (c != NULL)
		return c; /* fast path */

	pthread_mutex_lock(&init_lock);
	c = atomic_load_explicit(&instance, memory_order_relaxed);
	if (c == NULL) {
		c = calloc(1, sizeof *c);
		if (c == NULL) {
			perror("calloc");
			exit(EXIT_FAILURE);
		}
#ifdef BUG
		atomic_store_explicit(&instance, c, memory_order_release);
		config_load(c);
#else
		config_load(c);
		atomic_store_explicit(&instance, c, memory_order_release);
#endif
	}
	pthread_mutex_unlock(&init_lock);
	return c;
}

static void *client(void *arg)
{
	const struct config *c = config_get();

	assert(c->port == 8080);
	assert(strcmp(c->host, "localhost") == 0);
	for (int i = 0; i < c->retries; i++) {
		/* connect(c->host, c->port) ... */
	}
	return arg;
}

int main(void)
{
	pthread_t clients[3];

	for (int i = 0; i < 3; i++) {
		if (pthread_create(&clients[i], NULL, client, NULL) != 0) {
			fprintf(stderr, "cannot start client %d\n", i);
			return EXIT_FAILURE;
		}
	}
	for (int i = 0; i < 3; i++)
		pthread_join(clients[i], NULL);

	assert(times_loaded == 1);
	free(atomic_load(&instance));
	return EXIT_SUCCESS;
}
