/* The interface of a queue, without a harness: --thread put --thread take. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 2 };

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned used;
	int slot[SLOTS];
};

struct queue *queue_new(void) {
	struct queue *q = malloc(sizeof *q);
	if (q == NULL)
		return NULL;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->changed, NULL);
	q->used = 0;
	return q;
}

void queue_init(struct queue *q) {
	q->used = 0;
}

void put(struct queue *q, int item) {
	pthread_mutex_lock(&q->lock);
	while (q->used == SLOTS)
		pthread_cond_wait(&q->changed, &q->lock);
	q->slot[q->used++] = item;
	WAKE(&q->changed);
	pthread_mutex_unlock(&q->lock);
}

int take(struct queue *q) {
	pthread_mutex_lock(&q->lock);
	while (q->used == 0)
		pthread_cond_wait(&q->changed, &q->lock);
	int item = q->slot[--q->used];
	WAKE(&q->changed);
	pthread_mutex_unlock(&q->lock);
	return item;
}

unsigned length(const struct queue *q) {
	return q->used;
}

void is_empty(const struct queue *q) {
	assert(q->used == 0);
}

void is_full(const struct queue *q) {
	assert(q->used == SLOTS);
}
