/* A linked queue under one lock.  Mistakes: UNLOCKED_LENGTH: the counter is read without the lock;
 * EARLY_TEST: whether the queue is empty is not looked at again under the lock. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

struct queue {
	pthread_mutex_t lock;
	struct node *first, *last;
	int length;
};

struct queue *queue_create(void) {
	struct queue *queue = malloc(sizeof *queue);
	if (!queue)
		abort();
	pthread_mutex_init(&queue->lock, NULL);
	queue->first = queue->last = NULL;
	queue->length = 0;
	return queue;
}

void queue_destroy(struct queue *queue) {
	while (queue->first) {
		struct node *node = queue->first;
		queue->first = node->next;
		free(node);
	}
	pthread_mutex_destroy(&queue->lock);
	free(queue);
}

bool queue_enqueue(struct queue *queue, int value) {
	struct node *node = malloc(sizeof *node);
	if (!node)
		return false;
	node->value = value;
	node->next = NULL;
	pthread_mutex_lock(&queue->lock);
	if (queue->last)
		queue->last->next = node;
	else
		queue->first = node;
	queue->last = node;
	queue->length++;
	pthread_mutex_unlock(&queue->lock);
	return true;
}

bool queue_dequeue(struct queue *queue, int *value) {
	pthread_mutex_lock(&queue->lock);
#ifdef EARLY_TEST
	bool empty = !queue->first;
	pthread_mutex_unlock(&queue->lock);
	if (empty)
		return false;
	pthread_mutex_lock(&queue->lock);
#else
	if (!queue->first) {
		pthread_mutex_unlock(&queue->lock);
		return false;
	}
#endif
	struct node *node = queue->first;
	*value = node->value;
	queue->first = node->next;
	if (!queue->first)
		queue->last = NULL;
	queue->length--;
	pthread_mutex_unlock(&queue->lock);
	free(node);
	return true;
}

int queue_length(struct queue *queue) {
#ifdef UNLOCKED_LENGTH
	return queue->length;
#else
	pthread_mutex_lock(&queue->lock);
	int length = queue->length;
	pthread_mutex_unlock(&queue->lock);
	return length;
#endif
}
