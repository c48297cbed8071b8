/*
 * tag_list.c - a list of tags of limited size, used by two threads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TAGS 1
#define TAG_SIZE 8

struct tags {
	pthread_mutex_t lock;
	int used;
	char tag[MAX_TAGS][TAG_SIZE];
};

static struct tags tags = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* false: there is no room */
static bool tags_add(struct tags *t, const char *tag)
{
	pthread_mutex_lock(&t->lock);
	if (t->used == MAX_TAGS)
		return false;
	strncpy(t->tag[t->used], tag, TAG_SIZE - 1);
	t->used++;
	pthread_mutex_unlock(&t->lock);
	return true;
}

static int tags_count(struct tags *t)
{
	int n;

	pthread_mutex_lock(&t->lock);
	n = t->used;
	pthread_mutex_unlock(&t->lock);
	return n;
}

static void *add_one(void *arg)
{
	const char *tag = arg;

	tags_add(&tags, tag);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	if (pthread_create(&one, NULL, add_one, "red") != 0 ||
	    pthread_create(&two, NULL, add_one, "blue") != 0)
		return EXIT_FAILURE;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(tags_count(&tags) <= MAX_TAGS);
	printf("%s\n", tags.tag[0]);
	return EXIT_SUCCESS;
}
