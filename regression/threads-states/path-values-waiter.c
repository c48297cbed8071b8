/* An initialisation that may fail, then a loop that counts who waits.  What the counter held before
 * is excluded by the path, so each round returns to its state and the loop needs no bound. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int full, waiting;
};

static struct gate *gate_new(void) {
	struct gate *g = malloc(sizeof *g);
	if (!g || nondet_int())
		return NULL;
	pthread_mutex_init(&g->lock, NULL);
	pthread_cond_init(&g->changed, NULL);
	g->full = 0;
#ifndef BUG
	g->waiting = 0;
#endif
	return g;
}

static void *wait_for(void *p) {
	struct gate *g = p;
	pthread_mutex_lock(&g->lock);
	while (!g->full) {
		g->waiting++;
		pthread_cond_wait(&g->changed, &g->lock);
		g->waiting--;
	}
	pthread_mutex_unlock(&g->lock);
	return NULL;
}

int main(void) {
	struct gate *g = gate_new();
	pthread_t a;
	if (!g)
		return 1;
	pthread_create(&a, NULL, wait_for, g);
	pthread_mutex_lock(&g->lock);
	g->full = 1;
	pthread_cond_signal(&g->changed);
	pthread_mutex_unlock(&g->lock);
	pthread_join(a, NULL);
	assert(g->waiting == 0);
	return 0;
}
