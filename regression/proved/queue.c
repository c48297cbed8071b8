/* A bounded queue with 2 producers, 2 consumers and a shutdown.  The bug: items are lost in it. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef ITEMS
#define ITEMS 2
#endif
enum { SLOTS = 2, PRODUCERS = 2, CONSUMERS = 2 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
	int slot[SLOTS];
	unsigned head, count;
	bool closed;
} q = {.lock = PTHREAD_MUTEX_INITIALIZER,
       .not_full = PTHREAD_COND_INITIALIZER,
       .not_empty = PTHREAD_COND_INITIALIZER};

static bool put(int item) {
	pthread_mutex_lock(&q.lock);
	while (q.count == SLOTS && !q.closed)
		pthread_cond_wait(&q.not_full, &q.lock);
	bool good = !q.closed;
	if (good) {
		q.slot[(q.head + q.count++) % SLOTS] = item;
		pthread_cond_signal(&q.not_empty);
	}
	pthread_mutex_unlock(&q.lock);
	return good;
}

static bool get(int *item) {
	pthread_mutex_lock(&q.lock);
	while (!q.count && !q.closed)
		pthread_cond_wait(&q.not_empty, &q.lock);
#ifdef BUG /* what was put before the shutdown is lost */
	bool good = q.count > 0 && !q.closed;
#else
	bool good = q.count > 0;
#endif
	if (good) {
		*item = q.slot[q.head];
		q.head = (q.head + 1) % SLOTS;
		q.count--;
		pthread_cond_signal(&q.not_full);
	}
	pthread_mutex_unlock(&q.lock);
	return good;
}

static void shut(void) {
	pthread_mutex_lock(&q.lock);
	q.closed = true;
	pthread_cond_broadcast(&q.not_full);
	pthread_cond_broadcast(&q.not_empty);
	pthread_mutex_unlock(&q.lock);
}

static int sum[CONSUMERS];

static void *producer(void *p) {
	(void)p;
	for (int i = 1; i <= ITEMS; i++)
		if (!put(i))
			break;
	return 0;
}

static void *consumer(void *p) {
	int *to = p, item;
	while (get(&item))
		*to += item;
	return 0;
}

int main(void) {
	pthread_t p[PRODUCERS], c[CONSUMERS];
	for (int i = 0; i < CONSUMERS; i++)
		pthread_create(&c[i], 0, consumer, &sum[i]);
	for (int i = 0; i < PRODUCERS; i++)
		pthread_create(&p[i], 0, producer, 0);
	for (int i = 0; i < PRODUCERS; i++)
		pthread_join(p[i], 0);
	shut();
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(c[i], 0);
	assert(sum[0] + sum[1] == PRODUCERS * ITEMS * (ITEMS + 1) / 2);
}
