/* A cache that drops what was used longest ago: a list with the entry used last in front, and a
 * lock. Mistakes: MOVE_LATER: get moves the entry to the front under the lock, but in a second
 * section, before which it may have been dropped; ADD_LATER: put looks for the key in one section
 * and adds it in another, so that a key may be there twice. */
#include "cache.h"

#include <pthread.h>
#include <stdlib.h>

struct entry {
	int key, value;
	struct entry *next;
};

struct cache {
	pthread_mutex_t lock;
	struct entry *first;
	int count;
};

struct cache *cache_create(void) {
	struct cache *cache = malloc(sizeof *cache);
	if (!cache)
		abort();
	pthread_mutex_init(&cache->lock, NULL);
	cache->first = NULL;
	cache->count = 0;
	return cache;
}

void cache_destroy(struct cache *cache) {
	while (cache->first) {
		struct entry *entry = cache->first;
		cache->first = entry->next;
		free(entry);
	}
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

static struct entry *find(struct cache *cache, int key) {
	struct entry *entry = cache->first;
	while (entry && entry->key != key)
		entry = entry->next;
	return entry;
}

static void move_to_front(struct cache *cache, struct entry *entry) {
	struct entry **link = &cache->first;
	while (*link != entry)
		link = &(*link)->next;
	*link = entry->next;
	entry->next = cache->first;
	cache->first = entry;
}

static void drop_last(struct cache *cache) {
	struct entry **link = &cache->first;
	while ((*link)->next)
		link = &(*link)->next;
	free(*link);
	*link = NULL;
	cache->count--;
}

void cache_put(struct cache *cache, int key, int value) {
	pthread_mutex_lock(&cache->lock);
	struct entry *entry = find(cache, key);
	if (entry) {
		entry->value = value;
		move_to_front(cache, entry);
		pthread_mutex_unlock(&cache->lock);
		return;
	}
#ifdef ADD_LATER
	pthread_mutex_unlock(&cache->lock);
#endif
	entry = malloc(sizeof *entry);
	if (!entry)
		abort();
	entry->key = key;
	entry->value = value;
#ifdef ADD_LATER
	pthread_mutex_lock(&cache->lock);
#endif
	if (cache->count == CACHE_SIZE)
		drop_last(cache);
	entry->next = cache->first;
	cache->first = entry;
	cache->count++;
	pthread_mutex_unlock(&cache->lock);
}

bool cache_get(struct cache *cache, int key, int *value) {
	pthread_mutex_lock(&cache->lock);
	struct entry *entry = find(cache, key);
	if (entry) {
		*value = entry->value;
#ifdef MOVE_LATER
		pthread_mutex_unlock(&cache->lock);
		pthread_mutex_lock(&cache->lock);
#endif
		move_to_front(cache, entry);
	}
	pthread_mutex_unlock(&cache->lock);
	return entry;
}
