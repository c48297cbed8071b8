/* The queue without locks of Michael, Scott, "Simple, fast, and practical non-blocking and blocking
 * concurrent queue algorithms", PODC 1996.  Nodes are not used again while threads run: they stay
 * linked, and queue_destroy frees them from the very first one on, so that no counters are needed.
 * Mistakes: LATE_LINK: the new node is written to tail first, and linked then, so that what others
 * enqueue behind it cannot be found; EARLY_FREE: dequeue frees the old dummy at once; WEAK: nodes
 * are linked by relaxed accesses. */
#include "queue.h"

#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#define ACQUIRE memory_order_acquire
#define RELAXED memory_order_relaxed

struct node {
	int value;
	struct node *_Atomic next;
};

struct queue {
	struct node *_Atomic head;
	struct node *_Atomic tail;
	struct node *oldest;
};

static struct node *node_new(int value) {
	struct node *node = malloc(sizeof *node);
	if (!node)
		abort();
	node->value = value;
	atomic_init(&node->next, NULL);
	return node;
}

struct queue *queue_create(void) {
	struct queue *queue = malloc(sizeof *queue);
	if (!queue)
		abort();
	queue->oldest = node_new(0);
	atomic_init(&queue->head, queue->oldest);
	atomic_init(&queue->tail, queue->oldest);
	return queue;
}

void queue_destroy(struct queue *queue) {
#ifdef EARLY_FREE
	struct node *node = atomic_load_explicit(&queue->head, RELAXED);
#else
	struct node *node = queue->oldest;
#endif
	while (node) {
		struct node *next = atomic_load_explicit(&node->next, RELAXED);
		free(node);
		node = next;
	}
	free(queue);
}

static bool cas(struct node *_Atomic *place, struct node *expected, struct node *desired) {
	return atomic_compare_exchange_strong_explicit(place, &expected, desired, RELEASE, RELAXED);
}

bool queue_enqueue(struct queue *queue, int value) {
	struct node *node = node_new(value);
#ifdef LATE_LINK
	struct node *before = atomic_exchange_explicit(&queue->tail, node, memory_order_acq_rel);
	atomic_store_explicit(&before->next, node, RELEASE);
	return true;
#endif
	for (;;) {
		struct node *tail = atomic_load_explicit(&queue->tail, ACQUIRE);
		struct node *next = atomic_load_explicit(&tail->next, ACQUIRE);
		if (next) {
			cas(&queue->tail, tail, next);
		} else if (cas(&tail->next, NULL, node)) {
			cas(&queue->tail, tail, node);
			return true;
		}
	}
}

bool queue_dequeue(struct queue *queue, int *value) {
	for (;;) {
		struct node *head = atomic_load_explicit(&queue->head, ACQUIRE);
		struct node *tail = atomic_load_explicit(&queue->tail, ACQUIRE);
		struct node *next = atomic_load_explicit(&head->next, ACQUIRE);
		if (!next)
			return false;
		if (head == tail) {
			cas(&queue->tail, tail, next);
			continue;
		}
		*value = next->value;
		if (cas(&queue->head, head, next)) {
#ifdef EARLY_FREE
			free(head);
#endif
			return true;
		}
	}
}
