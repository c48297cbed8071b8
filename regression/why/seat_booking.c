/*
 * seat_booking.c - seats of a theatre; a clerk looks for a free one, asks the
 * customer, and books it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SEATS  2
#define CLERKS 2
#define NOBODY 0

struct theatre {
	pthread_mutex_t lock;
	int owner[SEATS];
	int booked;
};

struct clerk {
	struct theatre *theatre;
	int customer;
	int seat;
	pthread_t thread;
};

/* -1: all are taken */
static int find_seat(struct theatre *t)
{
	int seat = -1;

	pthread_mutex_lock(&t->lock);
	for (int i = 0; i < SEATS && seat < 0; i++)
		if (t->owner[i] == NOBODY)
			seat = i;
	pthread_mutex_unlock(&t->lock);
	return seat;
}

static bool customer_wants(int customer, int seat)
{
	return customer != NOBODY && seat >= 0;
}

static void book(struct theatre *t, int seat, int customer)
{
	pthread_mutex_lock(&t->lock);
	t->owner[seat] = customer;
	t->booked++;
	pthread_mutex_unlock(&t->lock);
}

static void *serve(void *arg)
{
	struct clerk *c = arg;
	int seat = find_seat(c->theatre);

	if (customer_wants(c->customer, seat)) {
		book(c->theatre, seat, c->customer);
		c->seat = seat;
	}
	return NULL;
}

int main(void)
{
	static struct theatre theatre = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct clerk clerk[CLERKS];
	int sold = 0;

	for (int i = 0; i < CLERKS; i++) {
		clerk[i].theatre = &theatre;
		clerk[i].customer = i + 1;
		clerk[i].seat = -1;
		if (pthread_create(&clerk[i].thread, NULL, serve, &clerk[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < CLERKS; i++) {
		pthread_join(clerk[i].thread, NULL);
		sold += clerk[i].seat >= 0;
	}
	assert(theatre.booked == sold);
	for (int i = 0; i < CLERKS; i++) /* nobody has two, none is sold twice */
		assert(clerk[i].seat < 0 || theatre.owner[clerk[i].seat] == clerk[i].customer);
	printf("%d seats sold\n", sold);
	return EXIT_SUCCESS;
}
