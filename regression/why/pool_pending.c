/*
 * pool_pending.c - a pool that counts the jobs that are still to be done.
 *
 * pool_wait() returns when the last one is done.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t idle;
	int pending;
	pthread_t worker[WORKERS];
	int result[WORKERS];
};

struct job {
	struct pool *pool;
	int number;
};

static struct pool pool = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.idle = PTHREAD_COND_INITIALIZER,
};

static int compute(int n)
{
	return n * n + 1;
}

static void job_done(struct pool *p)
{
	if (--p->pending == 0) {
		pthread_mutex_lock(&p->lock);
		pthread_cond_broadcast(&p->idle);
		pthread_mutex_unlock(&p->lock);
	}
}

static void *work(void *arg)
{
	struct job *job = arg;

	job->pool->result[job->number] = compute(job->number);
	job_done(job->pool);
	return NULL;
}

static void pool_wait(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->pending > 0)
		pthread_cond_wait(&p->idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

int main(void)
{
	struct job job[WORKERS];
	int sum = 0;

	pool.pending = WORKERS;
	for (int i = 0; i < WORKERS; i++) {
		job[i].pool = &pool;
		job[i].number = i;
		if (pthread_create(&pool.worker[i], NULL, work, &job[i]) != 0)
			return EXIT_FAILURE;
	}
	pool_wait(&pool);
	for (int i = 0; i < WORKERS; i++)
		sum += pool.result[i];
	printf("%d\n", sum);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(pool.worker[i], NULL);
	return EXIT_SUCCESS;
}
