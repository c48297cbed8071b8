/* Bytes of a large block that are read before an index makes an array of it stay what they were. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 4, MAGIC = 0x43414348 };

struct cache {
	uint32_t magic, count;
	struct {
		uint32_t key, value, used;
	} slot[SLOTS];
};

static struct cache *cache;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *unused) {
	(void)unused;
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	if (cache->count < SLOTS)
		cache->slot[cache->count++].used = 1;
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return NULL;
}

int main(void) {
	pthread_t t[2];
	cache = malloc(4096);
	if (cache->magic != MAGIC || cache->count > SLOTS) {
		cache->count = 0;
		cache->magic = MAGIC;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, put, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(cache->count <= SLOTS);
	free(cache);
	return 0;
}
