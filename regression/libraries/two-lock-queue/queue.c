/* The queue with two locks of Michael, Scott, "Simple, fast, and practical non-blocking and
 * blocking concurrent queue algorithms", PODC 1996.  The first node is a dummy, so that enqueue and
 * dequeue have in common nothing but the link of the last one.  Mistakes: PLAIN_LINK: that link is
 * not atomic, as in the paper, which is before C11; EARLY_UNLOCK: the value is read when the next
 * dequeue may already have freed its node; UNLOCKED_TAIL: the tail is moved after the lock was
 * released. */
#include "queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef PLAIN_LINK
#define LINK struct node *
#else
#define LINK struct node *_Atomic
#endif

struct node {
	int value;
	LINK next;
};

struct queue {
	struct node *head, *tail;
	pthread_mutex_t head_lock, tail_lock;
};

static struct node *node_new(int value) {
	struct node *node = malloc(sizeof *node);
	if (!node)
		abort();
	node->value = value;
	node->next = NULL;
	return node;
}

struct queue *queue_create(void) {
	struct queue *queue = malloc(sizeof *queue);
	if (!queue)
		abort();
	queue->head = queue->tail = node_new(0);
	pthread_mutex_init(&queue->head_lock, NULL);
	pthread_mutex_init(&queue->tail_lock, NULL);
	return queue;
}

void queue_destroy(struct queue *queue) {
	while (queue->head) {
		struct node *node = queue->head;
		queue->head = node->next;
		free(node);
	}
	pthread_mutex_destroy(&queue->head_lock);
	pthread_mutex_destroy(&queue->tail_lock);
	free(queue);
}

bool queue_enqueue(struct queue *queue, int value) {
	struct node *node = node_new(value);
	pthread_mutex_lock(&queue->tail_lock);
	queue->tail->next = node;
#ifdef UNLOCKED_TAIL
	pthread_mutex_unlock(&queue->tail_lock);
	queue->tail = node;
#else
	queue->tail = node;
	pthread_mutex_unlock(&queue->tail_lock);
#endif
	return true;
}

bool queue_dequeue(struct queue *queue, int *value) {
	pthread_mutex_lock(&queue->head_lock);
	struct node *dummy = queue->head, *first = dummy->next;
	if (!first) {
		pthread_mutex_unlock(&queue->head_lock);
		return false;
	}
#ifndef EARLY_UNLOCK
	*value = first->value;
#endif
	queue->head = first;
	pthread_mutex_unlock(&queue->head_lock);
#ifdef EARLY_UNLOCK
	*value = first->value;
#endif
	free(dummy);
	return true;
}
