/*
 * detached_worker.c - starts a thread and hands it a structure.
 *
 * The structure is a local variable of a function that returns.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct order {
	int item;
	int amount;
};

static sem_t finished;
static int stock[3] = { 10, 10, 10 };

static void *ship(void *arg)
{
	struct order *o = arg;

	stock[o->item] -= o->amount;
	sem_post(&finished);
	return NULL;
}

static int start_shipping(int item, int amount)
{
	pthread_t thread;
	struct order order = { .item = item, .amount = amount };

	if (pthread_create(&thread, NULL, ship, &order) != 0)
		return -1;
	pthread_detach(thread);
	return 0;
}

int main(void)
{
	if (sem_init(&finished, 0, 0) != 0)
		return EXIT_FAILURE;
	if (start_shipping(1, 4) != 0)
		return EXIT_FAILURE;
	sem_wait(&finished);
	printf("%d left\n", stock[1]);
	sem_destroy(&finished);
	return EXIT_SUCCESS;
}
