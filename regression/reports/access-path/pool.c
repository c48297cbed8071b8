#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t idle;
	int jobs;
	pthread_t thread[1];
};

static void *work(void *arg) {
	struct pool *p = arg;
	pthread_mutex_lock(&p->lock);
	p->jobs--;
	if (WAKE)
		pthread_cond_signal(&p->idle);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *pool_new(void) {
	struct pool *p = malloc(sizeof *p);
	if (!p)
		exit(1);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->idle, NULL);
	p->jobs = 1;
	pthread_create(&p->thread[0], NULL, work, p);
	return p;
}

int main(void) {
	struct pool *pool = pool_new();
	pthread_mutex_lock(&pool->lock);
	while (pool->jobs)
		pthread_cond_wait(&pool->idle, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	pthread_join(pool->thread[0], NULL);
	free(pool);
	return 0;
}
