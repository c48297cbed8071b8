#include "cache.h"

static int keys[CACHE_SIZE], values[CACHE_SIZE]; /* the one used last is the first; key 0: none */

static int place(int key) {
	int i = 0;
	while (i < CACHE_SIZE && keys[i] != key)
		i++;
	return i;
}

static void to_front(int from, int key, int value) {
	for (int i = from; i > 0; i--) {
		keys[i] = keys[i - 1];
		values[i] = values[i - 1];
	}
	keys[0] = key;
	values[0] = value;
}

void cache_put(struct cache *cache, int key, int value) {
	(void)cache;
	int at = place(key);
	to_front(at < CACHE_SIZE ? at : CACHE_SIZE - 1, key, value);
}

bool cache_get(struct cache *cache, int key, int *value) {
	(void)cache;
	int at = place(key);
	if (at == CACHE_SIZE)
		return false;
	*value = values[at];
	to_front(at, key, *value);
	return true;
}
