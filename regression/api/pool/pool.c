/* Memory that is borrowed and given back. */
#include "pool.h"
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	int n;
	char used[4], slot[4];
};

struct pool *pool_new(int n) {
	struct pool *p = calloc(1, sizeof *p);
	if (!p)
		return NULL;
	p->n = n;
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

void *pool_alloc(struct pool *p) {
	void *found = NULL;
#ifndef UNLOCKED
	pthread_mutex_lock(&p->lock);
#endif
	for (int i = 0; i < p->n && !found; i++)
		if (!p->used[i]) {
			p->used[i] = 1;
			found = &p->slot[i];
		}
#ifndef UNLOCKED
	pthread_mutex_unlock(&p->lock);
#endif
	return found;
}

void pool_free(struct pool *p, void *x) {
	pthread_mutex_lock(&p->lock);
	p->used[(char *)x - p->slot] = 0;
	pthread_mutex_unlock(&p->lock);
}

void pool_destroy(struct pool *p) {
#ifndef FORGETS
	free(p);
#endif
}
