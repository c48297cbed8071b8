/*
 * cache_shutdown.c - a cache with a thread that throws old entries away.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ENTRIES 4

struct cache {
	pthread_mutex_t lock;
	int age[ENTRIES];
	int used;
	bool stopping;
	pthread_t cleaner;
};

static void cache_clean(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	while (c->used > 0 && c->age[c->used - 1] > 10)
		c->used--;
	pthread_mutex_unlock(&c->lock);
}

static void *cleaner(void *arg)
{
	struct cache *c = arg;

	cache_clean(c);
	return NULL;
}

static struct cache *cache_new(void)
{
	struct cache *c = calloc(1, sizeof *c);

	if (c == NULL)
		return NULL;
	pthread_mutex_init(&c->lock, NULL);
	c->used = 1;
	c->age[0] = 11;
	if (pthread_create(&c->cleaner, NULL, cleaner, c) != 0) {
		free(c);
		return NULL;
	}
	return c;
}

static void cache_free(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	c->stopping = true;
	pthread_join(c->cleaner, NULL);
	pthread_mutex_unlock(&c->lock);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

int main(void)
{
	struct cache *c = cache_new();

	if (c == NULL)
		return EXIT_FAILURE;
	cache_free(c);
	printf("bye\n");
	return EXIT_SUCCESS;
}
