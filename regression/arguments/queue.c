/* Locks of an object of any content are initialised and free; what is freed was allocated. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t lock;
	unsigned used;
	int *items;
};

int put(struct queue *q, int x) {
	pthread_mutex_lock(&q->lock);
	q->items[LAST] = x;
	pthread_mutex_unlock(&q->lock);
	return 0;
}

void drop(struct queue *q) {
	free(q->items);
	free(ITEMS);
}
