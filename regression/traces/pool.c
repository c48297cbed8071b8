/* A thread pool: workers take jobs from a list, wait on a condition variable, and are told to stop. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define WORKERS 2
#define JOBS    4

typedef void (*job_fn)(void *arg);

struct job {
	struct job *next;
	job_fn run;
	void *arg;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t has_jobs;
	pthread_cond_t all_idle;
	struct job *front, *rear;
	int queued;
	int working;
	int done;
	bool stopping;
	pthread_t worker[WORKERS];
};

static struct job *job_new(job_fn run, void *arg)
{
	struct job *j = malloc(sizeof *j);

	if (!j)
		abort();
	j->next = NULL;
	j->run = run;
	j->arg = arg;
	return j;
}

static void pool_push(struct pool *p, struct job *j)
{
	if (p->rear)
		p->rear->next = j;
	else
		p->front = j;
	p->rear = j;
	p->queued++;
}

static struct job *pool_pull(struct pool *p)
{
	struct job *j = p->front;

	if (!j)
		return NULL;
	p->front = j->next;
	if (!p->front)
		p->rear = NULL;
	p->queued--;
	return j;
}

static void *worker_main(void *arg)
{
	struct pool *p = arg;

	for (;;) {
		struct job *j;

		pthread_mutex_lock(&p->lock);
		while (!p->front && !p->stopping)
			pthread_cond_wait(&p->has_jobs, &p->lock);
		if (!p->front && p->stopping) {
			pthread_mutex_unlock(&p->lock);
			return NULL;
		}
		j = pool_pull(p);
		p->working++;
		pthread_mutex_unlock(&p->lock);

		j->run(j->arg);
		free(j);

		pthread_mutex_lock(&p->lock);
		p->working--;
		p->done++;
		if (!p->working && !p->front)
			pthread_cond_signal(&p->all_idle);
		pthread_mutex_unlock(&p->lock);
	}
}

static struct pool *pool_new(void)
{
	struct pool *p = malloc(sizeof *p);

	if (!p)
		abort();
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->has_jobs, NULL);
	pthread_cond_init(&p->all_idle, NULL);
	p->front = p->rear = NULL;
	p->queued = p->working = p->done = 0;
	p->stopping = false;
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&p->worker[i], NULL, worker_main, p);
	return p;
}

static void pool_add(struct pool *p, job_fn run, void *arg)
{
	struct job *j = job_new(run, arg);

	pthread_mutex_lock(&p->lock);
	pool_push(p, j);
	pthread_cond_signal(&p->has_jobs);
	pthread_mutex_unlock(&p->lock);
}

static void pool_wait(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->working || p->front)
		pthread_cond_wait(&p->all_idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

static void pool_free(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stopping = true;
	pthread_cond_broadcast(&p->has_jobs);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(p->worker[i], NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->has_jobs);
	pthread_cond_destroy(&p->all_idle);
	free(p);
}

/* --- The program. --- */

struct counter {
	pthread_mutex_t lock;
	int value;
	int hits[JOBS];
};

struct task {
	struct counter *counter;
	int index;
	int amount;
};

static struct counter total;

static void add_amount(void *arg)
{
	struct task *t = arg;
	struct counter *c = t->counter;

	pthread_mutex_lock(&c->lock);
	c->hits[t->index]++;
#ifdef SAFE
	c->value += t->amount;
	pthread_mutex_unlock(&c->lock);
#else
	pthread_mutex_unlock(&c->lock);
	c->value += t->amount;
#endif
	free(t);
}

static struct task *task_new(int index)
{
	struct task *t = malloc(sizeof *t);

	if (!t)
		abort();
	t->counter = &total;
	t->index = index;
	t->amount = index + 1;
	return t;
}

int main(void)
{
	struct pool *p;
	int expected = 0;

	pthread_mutex_init(&total.lock, NULL);
	p = pool_new();
	for (int i = 0; i < JOBS; i++) {
		struct task *t = task_new(i);

		expected += t->amount;
		pool_add(p, add_amount, t);
	}
	pool_wait(p);
	for (int i = 0; i < JOBS; i++)
		assert(total.hits[i] == 1);
	assert(total.value == expected);
	pool_free(p);
	return 0;
}
