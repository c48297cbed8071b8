/* A pool of 4 threads that runs 3 jobs and is waited for.  The bug: who is done says that all are. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 4
#define JOBS 3
#endif

struct job {
	void (*run)(void *);
	void *arg;
	struct job *next;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t work, idle;
	struct job *first, *last;
	int busy;
	int stop;
	pthread_t thread[THREADS];
};

static void *worker(void *p) {
	struct pool *pool = p;
	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (!pool->first && !pool->stop)
			pthread_cond_wait(&pool->work, &pool->lock);
		if (!pool->first)
			break;
		struct job *job = pool->first;
		pool->first = job->next;
		if (!pool->first)
			pool->last = NULL;
		pool->busy++;
		pthread_mutex_unlock(&pool->lock);
		job->run(job->arg);
		free(job);
		pthread_mutex_lock(&pool->lock);
#ifdef BUG /* others may still be at work */
		pool->busy = 0;
#else
		pool->busy--;
#endif
		if (!pool->busy && !pool->first)
			pthread_cond_broadcast(&pool->idle);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

static int pool_init(struct pool *pool) {
	pool->first = pool->last = NULL;
	pool->busy = pool->stop = 0;
	if (pthread_mutex_init(&pool->lock, NULL))
		return -1;
	pthread_cond_init(&pool->work, NULL);
	pthread_cond_init(&pool->idle, NULL);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&pool->thread[i], NULL, worker, pool))
			return -1;
	return 0;
}

static int pool_add(struct pool *pool, void (*run)(void *), void *arg) {
	struct job *job = malloc(sizeof *job);
	if (!job)
		return -1;
	job->run = run;
	job->arg = arg;
	job->next = NULL;
	pthread_mutex_lock(&pool->lock);
	if (pool->last)
		pool->last->next = job;
	else
		pool->first = job;
	pool->last = job;
	pthread_cond_signal(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	return 0;
}

static void pool_wait(struct pool *pool) {
	pthread_mutex_lock(&pool->lock);
	while (pool->first || pool->busy)
		pthread_cond_wait(&pool->idle, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

static void pool_destroy(struct pool *pool) {
	pthread_mutex_lock(&pool->lock);
	pool->stop = 1;
	pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	for (int i = 0; i < THREADS; i++)
		pthread_join(pool->thread[i], NULL);
	pthread_mutex_destroy(&pool->lock);
	pthread_cond_destroy(&pool->work);
	pthread_cond_destroy(&pool->idle);
}

static int done[JOBS];

static void job(void *arg) {
	int *at = arg;
	*at += 1;
}

int main(void) {
	static struct pool pool;
	if (pool_init(&pool))
		return 1;
	for (int i = 0; i < JOBS; i++)
		if (pool_add(&pool, job, &done[i]))
			return 1;
	pool_wait(&pool);
	for (int i = 0; i < JOBS; i++)
		assert(done[i] == 1);
	pool_destroy(&pool);
	return 0;
}
