/*
 * ticket_office.c - numbers for people who wait: nobody gets the same one.
 *
 * The number is read and written under the lock, but not in one go.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTERS 2

struct office {
	pthread_mutex_t lock;
	unsigned next;
	unsigned given;
};

struct counter {
	struct office *office;
	unsigned ticket;
	pthread_t thread;
};

static unsigned peek(struct office *o)
{
	unsigned n;

	pthread_mutex_lock(&o->lock);
	n = o->next;
	pthread_mutex_unlock(&o->lock);
	return n;
}

static void advance(struct office *o, unsigned to)
{
	pthread_mutex_lock(&o->lock);
	o->next = to;
	o->given++;
	pthread_mutex_unlock(&o->lock);
}

static void *serve(void *arg)
{
	struct counter *c = arg;
	unsigned n = peek(c->office);

	advance(c->office, n + 1);
	c->ticket = n;
	return NULL;
}

int main(void)
{
	struct office office = { .next = 1 };
	struct counter counter[COUNTERS];

	pthread_mutex_init(&office.lock, NULL);
	for (int i = 0; i < COUNTERS; i++) {
		counter[i].office = &office;
		if (pthread_create(&counter[i].thread, NULL, serve, &counter[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < COUNTERS; i++)
		pthread_join(counter[i].thread, NULL);
	assert(office.given == COUNTERS);
	assert(counter[0].ticket != counter[1].ticket);
	assert(office.next == COUNTERS + 1);
	pthread_mutex_destroy(&office.lock);
	return EXIT_SUCCESS;
}
