/*
 * thread_pool.c - a small pool of workers, jobs live on the heap.
 *
 *   struct pool *p = pool_create(2);
 *   pool_submit(p, fn, arg);
 *   pool_wait(p);      // all jobs submitted so far are done
 *   pool_destroy(p);   // joins the workers
 *
 * BUG: a job counts as done as soon as it is taken from the list, so
 * pool_wait() may return while the last job still runs on memory that
 * the caller is about to free.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2
#define JOBS    2

struct job {
	void (*fn)(void *);
	void *arg;
	struct job *next;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t work; /* there is a job, or we shut down */
	pthread_cond_t idle; /* pending went to 0 */
	struct job *head, *tail;
	unsigned pending;
	bool shutdown;
	unsigned nworkers;
	pthread_t workers[];
};

/* Takes the next job; lock is held, the list is not empty. */
static struct job *pool_pop(struct pool *p)
{
	struct job *j = p->head;

	p->head = j->next;
	if (p->head == NULL)
		p->tail = NULL;
	return j;
}

static void pool_job_done(struct pool *p)
{
	if (--p->pending == 0)
		pthread_cond_broadcast(&p->idle);
}

static void *pool_worker(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (p->head == NULL && !p->shutdown)
			pthread_cond_wait(&p->work, &p->lock);
		if (p->head == NULL)
			break; /* shutdown, and nothing left to do */

		struct job *j = pool_pop(p);
#ifdef BUG
		pool_job_done(p);
#endif
		pthread_mutex_unlock(&p->lock);

		j->fn(j->arg);
		free(j);

		pthread_mutex_lock(&p->lock);
#ifndef BUG
		pool_job_done(p);
#endif
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *pool_create(unsigned n)
{
	struct pool *p = calloc(1, sizeof *p + n * sizeof p->workers[0]);

	if (p == NULL)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->idle, NULL);
	for (unsigned i = 0; i < n; i++) {
		if (pthread_create(&p->workers[i], NULL, pool_worker, p) != 0)
			break;
		p->nworkers++;
	}
	return p;
}

static int pool_submit(struct pool *p, void (*fn)(void *), void *arg)
{
	struct job *j = malloc(sizeof *j);

	if (j == NULL)
		return -1;
	j->fn = fn;
	j->arg = arg;
	j->next = NULL;

	pthread_mutex_lock(&p->lock);
	if (p->tail)
		p->tail->next = j;
	else
		p->head = j;
	p->tail = j;
	p->pending++;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->lock);
	return 0;
}

static void pool_wait(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->pending > 0)
		pthread_cond_wait(&p->idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

static void pool_destroy(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->shutdown = true;
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->lock);

	for (unsigned i = 0; i < p->nworkers; i++)
		pthread_join(p->workers[i], NULL);
	pthread_cond_destroy(&p->idle);
	pthread_cond_destroy(&p->work);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

/* --- the application ----------------------------------------------- */

struct task {
	int in;
	int out;
};

static void square(void *arg)
{
	struct task *t = arg;

	t->out = t->in * t->in;
}

int main(void)
{
	struct pool *pool = pool_create(WORKERS);
	struct task *tasks = calloc(JOBS, sizeof *tasks);
	int sum = 0;

	if (pool == NULL || tasks == NULL) {
		fprintf(stderr, "out of memory\n");
		return EXIT_FAILURE;
	}
	for (int i = 0; i < JOBS; i++) {
		tasks[i].in = i + 1;
		if (pool_submit(pool, square, &tasks[i]) != 0)
			return EXIT_FAILURE;
	}
	pool_wait(pool);
	for (int i = 0; i < JOBS; i++)
		sum += tasks[i].out;
	free(tasks);
	pool_destroy(pool);

	printf("sum of squares: %d\n", sum);
	return EXIT_SUCCESS;
}
