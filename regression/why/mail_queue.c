/*
 * mail_queue.c - mails go through a queue to a thread that delivers them; at
 * the end the queue is closed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define QUEUE_SIZE 2

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int mail[QUEUE_SIZE];
	int count;
	bool closed;
};

static struct queue queue = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
};

static void queue_put(struct queue *q, int mail)
{
	pthread_mutex_lock(&q->lock);
	while (q->count == QUEUE_SIZE)
		pthread_cond_wait(&q->changed, &q->lock);
	q->mail[q->count++] = mail;
	pthread_cond_signal(&q->changed);
	pthread_mutex_unlock(&q->lock);
}

static void queue_close(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->closed = true;
	pthread_mutex_unlock(&q->lock);
}

/* false: there is nothing any more */
static bool queue_take(struct queue *q, int *mail)
{
	bool found = false;

	pthread_mutex_lock(&q->lock);
	while (q->count == 0 && !q->closed)
		pthread_cond_wait(&q->changed, &q->lock);
	if (q->count > 0) {
		*mail = q->mail[--q->count];
		found = true;
	}
	pthread_mutex_unlock(&q->lock);
	return found;
}

static void *deliver(void *arg)
{
	int *delivered = arg;
	int mail;

	while (queue_take(&queue, &mail))
		(*delivered)++;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int delivered = 0;

	if (pthread_create(&thread, NULL, deliver, &delivered) != 0)
		return EXIT_FAILURE;
	queue_put(&queue, 100);
	queue_close(&queue);
	pthread_join(thread, NULL);
	assert(delivered == 1);
	printf("%d mails\n", delivered);
	return EXIT_SUCCESS;
}
