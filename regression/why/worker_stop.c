/*
 * worker_stop.c - a worker sleeps until it is to stop.
 *
 * stop() wakes the worker and then says what for.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
	pthread_mutex_t *lock; /* shared with others */
	pthread_cond_t wake;
	bool stopping;
	int rounds;
	pthread_t thread;
};

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;

static void *worker_run(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(w->lock);
	while (!w->stopping) {
		pthread_cond_wait(&w->wake, w->lock);
		w->rounds++;
	}
	pthread_mutex_unlock(w->lock);
	return NULL;
}

static int worker_start(struct worker *w, pthread_mutex_t *lock)
{
	w->lock = lock;
	w->stopping = false;
	w->rounds = 0;
	pthread_cond_init(&w->wake, NULL);
	return pthread_create(&w->thread, NULL, worker_run, w);
}

static void worker_stop(struct worker *w)
{
	pthread_cond_signal(&w->wake);
	pthread_mutex_lock(w->lock);
	w->stopping = true;
	pthread_mutex_unlock(w->lock);
	pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->wake);
}

int main(void)
{
	struct worker worker;

	if (worker_start(&worker, &common) != 0)
		return EXIT_FAILURE;
	worker_stop(&worker);
	printf("%d rounds\n", worker.rounds);
	return EXIT_SUCCESS;
}
