/*
 * string_cache.c - a cache of strings by name, many readers, one writer.
 *
 * Entries are kept in a small hash table with chaining.  A write lock
 * replaces values, a read lock looks them up.
 *
 * BUG: cache_get() hands out the pointer that is stored in the entry.
 * As soon as the read lock is released, a writer may free it.  The fixed
 * version copies the string while it holds the lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBUCKETS 4
#define MAXVALUE 16

struct entry {
	char *key;
	char *value;
	struct entry *next;
};

static struct {
	struct entry *bucket[NBUCKETS];
	pthread_rwlock_t lock;
	unsigned long hits, misses;
} cache = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static unsigned hash(const char *s)
{
	unsigned h = 5381;

	while (*s)
		h = h * 33 + (unsigned char)*s++;
	return h % NBUCKETS;
}

static char *copy_string(const char *s)
{
	char *p = malloc(strlen(s) + 1);

	if (p == NULL) {
		fprintf(stderr, "out of memory\n");
		exit(EXIT_FAILURE);
	}
	return strcpy(p, s);
}

/* caller holds the lock */
static struct entry *lookup(const char *key)
{
	struct entry *e;

	for (e = cache.bucket[hash(key)]; e; e = e->next)
		if (strcmp(e->key, key) == 0)
			return e;
	return NULL;
}

static void cache_put(const char *key, const char *value)
{
	struct entry *e;

	pthread_rwlock_wrlock(&cache.lock);
	e = lookup(key);
	if (e) {
		free(e->value);
	} else {
		unsigned h = hash(key);

		e = malloc(sizeof *e);
		if (e == NULL) {
			fprintf(stderr, "out of memory\n");
			exit(EXIT_FAILURE);
		}
		e->key = copy_string(key);
		e->next = cache.bucket[h];
		cache.bucket[h] = e;
	}
	e->value = copy_string(value);
	pthread_rwlock_unlock(&cache.lock);
}

/* Returns 0 and fills buf, or -1 if there is no such key. */
static int cache_get(const char *key, char buf[MAXVALUE])
{
	const char *value = NULL;
	struct entry *e;

	pthread_rwlock_rdlock(&cache.lock);
	e = lookup(key);
	if (e)
		value = e->value;
#ifdef BUG
	pthread_rwlock_unlock(&cache.lock);
	if (value)
		strncpy(buf, value, MAXVALUE);
#else
	if (value)
		strncpy(buf, value, MAXVALUE);
	pthread_rwlock_unlock(&cache.lock);
#endif
	return value ? 0 : -1;
}

static void cache_clear(void)
{
	for (int i = 0; i < NBUCKETS; i++) {
		struct entry *e = cache.bucket[i];

		while (e) {
			struct entry *next = e->next;

			free(e->value);
			free(e->key);
			free(e);
			e = next;
		}
		cache.bucket[i] = NULL;
	}
}

static void *reader(void *arg)
{
	char buf[MAXVALUE];

	if (cache_get("colour", buf) == 0)
		assert(strcmp(buf, "red") == 0 || strcmp(buf, "blue") == 0);
	if (cache_get("size", buf) == 0)
		assert(strcmp(buf, "17") == 0);
	return arg;
}

static void *writer(void *arg)
{
	cache_put("colour", "blue");
	cache_put("size", "17");
	return arg;
}

int main(void)
{
	pthread_t r1, r2, w;

	cache_put("colour", "red");
	pthread_create(&r1, NULL, reader, NULL);
	pthread_create(&r2, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	pthread_join(r1, NULL);
	pthread_join(r2, NULL);
	pthread_join(w, NULL);
	cache_clear();
	return 0;
}
