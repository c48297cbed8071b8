/*
 * print_spooler.c - one thread prints what others have queued.
 *
 * To save the lock, the printer looks at the counter first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define QUEUE_SIZE 4

struct spooler {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int page[QUEUE_SIZE];
	unsigned first;
	atomic_uint count;
	int printed;
};

static struct spooler spooler = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
};

static void spool(struct spooler *s, int page)
{
	pthread_mutex_lock(&s->lock);
	s->page[(s->first + s->count) % QUEUE_SIZE] = page;
	s->count++;
	pthread_cond_signal(&s->filled);
	pthread_mutex_unlock(&s->lock);
}

static int next_page(struct spooler *s)
{
	int page;

	if (s->count == 0) {
		pthread_mutex_lock(&s->lock);
		pthread_cond_wait(&s->filled, &s->lock);
	} else {
		pthread_mutex_lock(&s->lock);
	}
	page = s->page[s->first];
	s->first = (s->first + 1) % QUEUE_SIZE;
	s->count--;
	pthread_mutex_unlock(&s->lock);
	return page;
}

static void *printer(void *arg)
{
	struct spooler *s = arg;

	s->printed = next_page(s);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, printer, &spooler) != 0)
		return EXIT_FAILURE;
	spool(&spooler, 5);
	pthread_join(thread, NULL);
	assert(spooler.printed == 5);
	printf("printed page %d\n", spooler.printed);
	return EXIT_SUCCESS;
}
