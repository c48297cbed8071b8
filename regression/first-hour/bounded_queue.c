/*
 * bounded_queue.c - fixed-size FIFO between producers and consumers.
 *
 * Producers block while the queue is full, consumers while it is empty.
 * BUG: queue_put() rechecks nothing after it was woken up, so that two
 * producers that wait for one free slot may both take it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY      1
#define NUM_PRODUCERS 2
#define NUM_ITEMS     NUM_PRODUCERS /* one each */

typedef struct {
	int buf[CAPACITY];
	size_t head;  /* next slot to read */
	size_t tail;  /* next slot to write */
	size_t count; /* slots in use */
	pthread_mutex_t mutex;
	pthread_cond_t not_full;
	pthread_cond_t not_empty;
} queue_t;

static queue_t queue;

static void queue_init(queue_t *q)
{
	q->head = q->tail = q->count = 0;
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->not_full, NULL);
	pthread_cond_init(&q->not_empty, NULL);
}

static void queue_destroy(queue_t *q)
{
	pthread_cond_destroy(&q->not_empty);
	pthread_cond_destroy(&q->not_full);
	pthread_mutex_destroy(&q->mutex);
}

static void queue_put(queue_t *q, int value)
{
	pthread_mutex_lock(&q->mutex);
#ifdef BUG
	if (q->count == CAPACITY)
#else
	while (q->count == CAPACITY)
#endif
		pthread_cond_wait(&q->not_full, &q->mutex);

	q->buf[q->tail] = value;
	q->tail = (q->tail + 1) % CAPACITY;
	q->count++;
	assert(q->count <= CAPACITY); /* we'd have overwritten an item */

	pthread_cond_signal(&q->not_empty);
	pthread_mutex_unlock(&q->mutex);
}

static int queue_get(queue_t *q)
{
	int value;

	pthread_mutex_lock(&q->mutex);
	while (q->count == 0)
		pthread_cond_wait(&q->not_empty, &q->mutex);

	value = q->buf[q->head];
	q->head = (q->head + 1) % CAPACITY;
	q->count--;

	pthread_cond_broadcast(&q->not_full);
	pthread_mutex_unlock(&q->mutex);
	return value;
}

static void *producer(void *arg)
{
	int *first = arg;

	queue_put(&queue, *first);
	return NULL;
}

static void *consumer(void *arg)
{
	long *sum = arg;

	for (int i = 0; i < NUM_ITEMS; i++)
		*sum += queue_get(&queue);
	return NULL;
}

int main(void)
{
	pthread_t prod[NUM_PRODUCERS], cons;
	int values[NUM_PRODUCERS] = { 10, 20 };
	long sum = 0;

	queue_init(&queue);
	if (pthread_create(&cons, NULL, consumer, &sum) != 0) {
		perror("pthread_create");
		return EXIT_FAILURE;
	}
	for (int i = 0; i < NUM_PRODUCERS; i++) {
		if (pthread_create(&prod[i], NULL, producer, &values[i]) != 0) {
			perror("pthread_create");
			return EXIT_FAILURE;
		}
	}
	for (int i = 0; i < NUM_PRODUCERS; i++)
		pthread_join(prod[i], NULL);
	pthread_join(cons, NULL);

	assert(sum == 30);
	printf("sum of all items: %ld\n", sum);
	queue_destroy(&queue);
	return EXIT_SUCCESS;
}
