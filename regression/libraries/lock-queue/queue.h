#pragma once

#include <stdbool.h>

struct queue;

struct queue *queue_create(void);
void queue_destroy(struct queue *queue);
bool queue_enqueue(struct queue *queue, int value);  /* false: no memory */
bool queue_dequeue(struct queue *queue, int *value); /* false: empty */
int queue_length(struct queue *queue);
