/* A bounded queue with a producer and two consumers, which add up what they take, without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define CAPACITY 2
#define ITEMS 4

struct queue {
	int item[CAPACITY];
	int head, tail, count;
	pthread_mutex_t lock;
	pthread_cond_t not_empty, not_full;
};

static struct queue q;
static int sum;

static void queue_init(struct queue *q)
{
	q->head = q->tail = q->count = 0;
	for (int i = 0; i < CAPACITY; i++)
		q->item[i] = 0;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->not_empty, NULL);
	pthread_cond_init(&q->not_full, NULL);
}

static void queue_put(struct queue *q, int value)
{
	pthread_mutex_lock(&q->lock);
	while (q->count == CAPACITY)
		pthread_cond_wait(&q->not_full, &q->lock);
	q->item[q->tail] = value;
	q->tail = (q->tail + 1) % CAPACITY;
	q->count++;
	pthread_cond_signal(&q->not_empty);
	pthread_mutex_unlock(&q->lock);
}

static int queue_get(struct queue *q)
{
	int value;

	pthread_mutex_lock(&q->lock);
	while (q->count == 0)
		pthread_cond_wait(&q->not_empty, &q->lock);
	value = q->item[q->head];
	q->head = (q->head + 1) % CAPACITY;
	q->count--;
	pthread_cond_signal(&q->not_full);
	pthread_mutex_unlock(&q->lock);
	return value;
}

static void *producer(void *arg)
{
	for (int i = 1; i <= ITEMS; i++)
		queue_put(&q, i);
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < ITEMS / 2; i++) {
		int value = queue_get(&q);
#ifdef SAFE
		pthread_mutex_lock(&q.lock);
		sum += value;
		pthread_mutex_unlock(&q.lock);
#else
		sum += value;
#endif
	}
	return arg;
}

int main(void)
{
	pthread_t p, c[2];

	queue_init(&q);
	pthread_create(&p, NULL, producer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&c[i], NULL, consumer, NULL);
	pthread_join(p, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(c[i], NULL);
	assert(sum == ITEMS * (ITEMS + 1) / 2);
	return 0;
}
