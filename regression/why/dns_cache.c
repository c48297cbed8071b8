/*
 * dns_cache.c - names and addresses under a reader/writer lock; readers count
 * how often they found something.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES 2

struct entry {
	const char *name;
	unsigned address;
};

static struct {
	pthread_rwlock_t lock;
	struct entry entry[ENTRIES];
	unsigned hits;
} cache = {
	.lock = PTHREAD_RWLOCK_INITIALIZER,
	.entry = { { "a", 10 }, { "b", 11 } },
};

static unsigned resolve(const char *name)
{
	unsigned address = 0;

	pthread_rwlock_rdlock(&cache.lock);
	for (int i = 0; i < ENTRIES; i++)
		if (strcmp(cache.entry[i].name, name) == 0)
			address = cache.entry[i].address;
	if (address != 0)
		cache.hits++;
	pthread_rwlock_unlock(&cache.lock);
	return address;
}

static void store(int at, const char *name, unsigned address)
{
	pthread_rwlock_wrlock(&cache.lock);
	cache.entry[at].name = name;
	cache.entry[at].address = address;
	pthread_rwlock_unlock(&cache.lock);
}

static void *client(void *arg)
{
	const char *name = arg;

	if (resolve(name) == 0)
		fprintf(stderr, "%s: unknown\n", name);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	store(0, "a", 12);
	if (pthread_create(&one, NULL, client, "a") != 0 || pthread_create(&two, NULL, client, "b") != 0)
		return EXIT_FAILURE;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(cache.hits == 2);
	printf("%u hits\n", cache.hits);
	return EXIT_SUCCESS;
}
