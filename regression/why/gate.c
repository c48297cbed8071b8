/*
 * gate.c - guests wait until the gate is opened.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define GUESTS 2

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	atomic_bool open;
};

static struct gate gate = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.opened = PTHREAD_COND_INITIALIZER,
};

static int inside[GUESTS];

static void gate_pass(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	while (!g->open)
		pthread_cond_wait(&g->opened, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

/* 'open' is atomic, so the lock is not needed here */
static void gate_open(struct gate *g)
{
	g->open = true;
	pthread_cond_broadcast(&g->opened);
}

static void *guest(void *arg)
{
	int *mine = arg;

	gate_pass(&gate);
	*mine = 1;
	return NULL;
}

int main(void)
{
	pthread_t thread[GUESTS];
	int n = 0;

	for (int i = 0; i < GUESTS; i++)
		if (pthread_create(&thread[i], NULL, guest, &inside[i]) != 0)
			return EXIT_FAILURE;
	gate_open(&gate);
	for (int i = 0; i < GUESTS; i++) {
		pthread_join(thread[i], NULL);
		n += inside[i];
	}
	printf("%d guests\n", n);
	return EXIT_SUCCESS;
}
