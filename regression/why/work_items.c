/*
 * work_items.c - two workers take items from a list; a worker that was woken
 * takes one.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
	int value;
	struct item *next;
};

struct list {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct item *first;
};

static struct list list = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
};

static struct item *take(struct list *l)
{
	struct item *i;

	pthread_mutex_lock(&l->lock);
	if (l->first == NULL)
		pthread_cond_wait(&l->filled, &l->lock);
	i = l->first;
	l->first = i->next;
	pthread_mutex_unlock(&l->lock);
	return i;
}

static void put(struct list *l, struct item *i)
{
	pthread_mutex_lock(&l->lock);
	i->next = l->first;
	l->first = i;
	pthread_cond_broadcast(&l->filled);
	pthread_mutex_unlock(&l->lock);
}

static void *worker(void *arg)
{
	int *value = arg;

	*value = take(&list)->value;
	return NULL;
}

int main(void)
{
	static struct item item[2] = { { .value = 1 }, { .value = 2 } };
	pthread_t thread[2];
	int value[2] = { 0, 0 };

	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, worker, &value[i]) != 0)
			return EXIT_FAILURE;
	for (int i = 0; i < 2; i++)
		put(&list, &item[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	assert(value[0] + value[1] == 3);
	printf("%d %d\n", value[0], value[1]);
	return EXIT_SUCCESS;
}
