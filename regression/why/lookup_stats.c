/*
 * lookup_stats.c - a table of names with a number of lookups; the table and
 * the numbers have a lock each.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 3

struct table {
	pthread_mutex_t lock;       /* of name */
	const char *name[NAMES];
	pthread_mutex_t stats_lock; /* of the numbers */
	unsigned lookups, renames;
};

static struct table table = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.name = { "ann", "bob", "cy" },
	.stats_lock = PTHREAD_MUTEX_INITIALIZER,
};

static int table_find(struct table *t, const char *name)
{
	int found = -1;

	pthread_mutex_lock(&t->lock);
	for (int i = 0; i < NAMES; i++)
		if (strcmp(t->name[i], name) == 0)
			found = i;
	pthread_mutex_unlock(&t->lock);

	pthread_mutex_lock(&t->stats_lock);
	t->lookups++;
	pthread_mutex_unlock(&t->stats_lock);
	return found;
}

static void table_rename(struct table *t, int at, const char *name)
{
	pthread_mutex_lock(&t->lock);
	t->name[at] = name;
	t->lookups++; /* we had to look for it, too */
	pthread_mutex_unlock(&t->lock);

	pthread_mutex_lock(&t->stats_lock);
	t->renames++;
	pthread_mutex_unlock(&t->stats_lock);
}

static void *reader(void *arg)
{
	int *at = arg;

	*at = table_find(&table, "cy");
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int at;

	if (pthread_create(&thread, NULL, reader, &at) != 0)
		return EXIT_FAILURE;
	table_rename(&table, 0, "dora");
	pthread_join(thread, NULL);
	assert(at == 2);
	assert(table.renames == 1);
	assert(table.lookups == 2);
	printf("%u lookups\n", table.lookups);
	return EXIT_SUCCESS;
}
