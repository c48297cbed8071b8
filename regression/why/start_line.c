/*
 * start_line.c - runners wait for the start, the starter signals it.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define RUNNERS 2

struct race {
	pthread_mutex_t lock;
	pthread_cond_t start;
	bool started;
	int arrived;
};

static struct race race = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.start = PTHREAD_COND_INITIALIZER,
};

static void *run(void *arg)
{
	struct race *r = arg;

	pthread_mutex_lock(&r->lock);
	while (!r->started)
		pthread_cond_wait(&r->start, &r->lock);
	r->arrived++;
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

static void start(struct race *r)
{
	pthread_mutex_lock(&r->lock);
	r->started = true;
	pthread_cond_signal(&r->start);
	pthread_mutex_unlock(&r->lock);
}

int main(void)
{
	pthread_t runner[RUNNERS];

	for (int i = 0; i < RUNNERS; i++)
		if (pthread_create(&runner[i], NULL, run, &race) != 0)
			return EXIT_FAILURE;
	start(&race);
	for (int i = 0; i < RUNNERS; i++)
		pthread_join(runner[i], NULL);
	printf("%d runners arrived\n", race.arrived);
	return EXIT_SUCCESS;
}
