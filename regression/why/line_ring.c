/*
 * line_ring.c - the last lines of a log in a ring, for a crash report.
 *
 * Two threads write; line 0 is the oldest.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LINES 2

struct ring {
	pthread_mutex_t lock;
	int line[LINES];
	unsigned used;
	unsigned dropped;
};

static struct ring ring = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The lock is held. */
static void drop_oldest(struct ring *r)
{
	for (unsigned i = 1; i < r->used; i++)
		r->line[i - 1] = r->line[i];
	r->used--;
	r->dropped++;
}

static void ring_add(struct ring *r, int number)
{
	pthread_mutex_lock(&r->lock);
	if (r->used > LINES)
		drop_oldest(r);
	r->line[r->used] = number;
	r->used++;
	pthread_mutex_unlock(&r->lock);
}

static void *writer(void *arg)
{
	int *number = arg;

	ring_add(&ring, *number);
	ring_add(&ring, *number + 1);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int from_thread = 10;

	if (pthread_create(&thread, NULL, writer, &from_thread) != 0)
		return EXIT_FAILURE;
	ring_add(&ring, 1);
	pthread_join(thread, NULL);
	assert(ring.used + ring.dropped == 3);
	for (unsigned i = 0; i < ring.used; i++)
		printf("%d\n", ring.line[i]);
	return EXIT_SUCCESS;
}
