/*
 * parking.c - a car park with one place; cars and lorries wait for different
 * things at the same condition variable.
 *
 * A lorry needs both places, a car one.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct car_park {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int places;
	int parked;
};

static struct car_park park = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
	.places = 0,
};

static void park_enter(struct car_park *p, int places)
{
	pthread_mutex_lock(&p->lock);
	while (p->places < places)
		pthread_cond_wait(&p->changed, &p->lock);
	p->places -= places;
	p->parked++;
	pthread_mutex_unlock(&p->lock);
}

static void park_leave(struct car_park *p, int places)
{
	pthread_mutex_lock(&p->lock);
	p->places += places;
	pthread_cond_signal(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

static void *car(void *arg)
{
	park_enter(arg, 1);
	park_leave(arg, 1);
	return NULL;
}

static void *lorry(void *arg)
{
	park_enter(arg, 2);
	park_leave(arg, 2);
	return NULL;
}

int main(void)
{
	pthread_t small, large;

	if (pthread_create(&small, NULL, car, &park) != 0 ||
	    pthread_create(&large, NULL, lorry, &park) != 0)
		return EXIT_FAILURE;
	park_leave(&park, 1); /* the attendants go home, */
	pthread_join(small, NULL);
	park_leave(&park, 1); /* one after the other */
	pthread_join(large, NULL);
	assert(park.places == 2 && park.parked == 2);
	printf("%d places\n", park.places);
	return EXIT_SUCCESS;
}
