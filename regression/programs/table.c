/* table -- a hash table that several threads use: a lock for each bucket.
 *
 * Keys are numbers, values are short texts that the table keeps copies of.  A bucket is a list; its
 * lock protects the list and what hangs from it.  Counters of the whole table have a lock of their
 * own, which is taken last, while that of a bucket may be held.
 *
 * A library: there is no main. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BUCKETS = 2, TEXT_SIZE = 4 };

struct entry {
	unsigned key;
	char *text;
	struct entry *next;
};

struct bucket {
	pthread_mutex_t lock;
	struct entry *first;
};

struct table {
	unsigned buckets;
	struct bucket bucket[MAX_BUCKETS];
	pthread_mutex_t lock; /* of the numbers */
	unsigned entries, lookups;
};

struct table *table_new(unsigned buckets)
{
	if (buckets == 0 || buckets > MAX_BUCKETS)
		return NULL;
	struct table *t = malloc(sizeof *t);
	if (t == NULL)
		return NULL;
	t->buckets = buckets;
	t->entries = t->lookups = 0;
	for (unsigned i = 0; i < buckets; i++) {
		pthread_mutex_init(&t->bucket[i].lock, NULL);
		t->bucket[i].first = NULL;
	}
	pthread_mutex_init(&t->lock, NULL);
	return t;
}

static struct bucket *bucket_of(struct table *t, unsigned key)
{
	return &t->bucket[key % t->buckets];
}

/* The entry, or NULL; the lock of the bucket is held. */
static struct entry *find(const struct bucket *b, unsigned key)
{
	for (struct entry *e = b->first; e != NULL; e = e->next)
		if (e->key == key)
			return e;
	return NULL;
}

static char *copy_text(const char *text)
{
	size_t n = strlen(text);
	if (n >= TEXT_SIZE)
		return NULL;
	char *copy = malloc(n + 1);
	if (copy != NULL)
		memcpy(copy, text, n + 1);
	return copy;
}

static void count_entries(struct table *t, int change)
{
	pthread_mutex_lock(&t->lock);
	t->entries = change > 0 ? t->entries + 1 : t->entries - 1;
	pthread_mutex_unlock(&t->lock);
}

/* false: the text is too long, or there is no memory. */
bool table_put(struct table *t, unsigned key, const char *text)
{
	char *copy = copy_text(text);
	if (copy == NULL)
		return false;
	struct bucket *b = bucket_of(t, key);
	pthread_mutex_lock(&b->lock);
	struct entry *e = find(b, key);
	if (e != NULL) {
		free(e->text);
		e->text = copy;
		pthread_mutex_unlock(&b->lock);
		return true;
	}
	e = malloc(sizeof *e);
	if (e == NULL) {
		pthread_mutex_unlock(&b->lock);
		free(copy);
		return false;
	}
	e->key = key;
	e->text = copy;
	e->next = b->first;
	b->first = e;
	count_entries(t, 1);
	pthread_mutex_unlock(&b->lock);
	return true;
}

/* The length of the text, or -1: there is none. */
int table_length(struct table *t, unsigned key)
{
	struct bucket *b = bucket_of(t, key);
	pthread_mutex_lock(&b->lock);
	struct entry *e = find(b, key);
	int length = e == NULL ? -1 : (int)strlen(e->text);
	pthread_mutex_lock(&t->lock);
	t->lookups++;
	pthread_mutex_unlock(&t->lock);
	pthread_mutex_unlock(&b->lock);
	return length;
}

bool table_remove(struct table *t, unsigned key)
{
	struct bucket *b = bucket_of(t, key);
	pthread_mutex_lock(&b->lock);
	struct entry **link = &b->first;
	while (*link != NULL && (*link)->key != key)
		link = &(*link)->next;
	struct entry *e = *link;
	if (e != NULL) {
		*link = e->next;
		count_entries(t, -1);
	}
	pthread_mutex_unlock(&b->lock);
	if (e == NULL)
		return false;
	free(e->text);
	free(e);
	return true;
}

/* How many entries there are, at some time. */
unsigned table_count(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	unsigned n = t->entries;
	pthread_mutex_unlock(&t->lock);
	return n;
}

/* Nobody uses the table any more. */
void table_free(struct table *t)
{
	for (unsigned i = 0; i < t->buckets; i++) {
		struct entry *e = t->bucket[i].first;
		while (e != NULL) {
			struct entry *next = e->next;
			free(e->text);
			free(e);
			e = next;
		}
		pthread_mutex_destroy(&t->bucket[i].lock);
	}
	pthread_mutex_destroy(&t->lock);
	free(t);
}
