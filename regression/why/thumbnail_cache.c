/*
 * thumbnail_cache.c - pictures are made small once and then come from a cache.
 *
 * Making one takes long, so nobody holds the lock meanwhile.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 4

struct entry {
	int key;
	int pixels;
};

static struct {
	pthread_mutex_t lock;
	struct entry entry[CAPACITY];
	int used;
	int hits;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The lock is held. */
static struct entry *find(int key)
{
	for (int i = 0; i < cache.used; i++)
		if (cache.entry[i].key == key)
			return &cache.entry[i];
	return NULL;
}

static int make_small(int key)
{
	return key * 10;
}

static int thumbnail(int key)
{
	struct entry *e;
	int pixels;

	pthread_mutex_lock(&cache.lock);
	e = find(key);
	if (e != NULL) {
		pixels = e->pixels;
		cache.hits++;
		pthread_mutex_unlock(&cache.lock);
		return pixels;
	}
	pthread_mutex_unlock(&cache.lock);

	pixels = make_small(key);

	pthread_mutex_lock(&cache.lock);
	if (cache.used < CAPACITY) {
		cache.entry[cache.used].key = key;
		cache.entry[cache.used].pixels = pixels;
		cache.used++;
	}
	pthread_mutex_unlock(&cache.lock);
	return pixels;
}

static void *viewer(void *arg)
{
	int *key = arg;

	if (thumbnail(*key) != *key * 10)
		abort();
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int key = 3;

	if (pthread_create(&thread, NULL, viewer, &key) != 0)
		return EXIT_FAILURE;
	thumbnail(3);
	pthread_join(thread, NULL);
	for (int i = 0; i < cache.used; i++)
		for (int j = 0; j < i; j++)
			assert(cache.entry[i].key != cache.entry[j].key); /* each only once */
	printf("%d hits\n", cache.hits);
	return EXIT_SUCCESS;
}
