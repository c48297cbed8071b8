/* A queue that is closed when all is put.  Each wait may end without a signal; two such in a row are as good as one, so runs
 * and formulas come to an end. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { CAPACITY = 2 };

static struct queue {
	int item[CAPACITY];
	unsigned head, tail;
	bool closed;
	pthread_mutex_t mutex;
	pthread_cond_t not_full, not_empty;
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER};
static int sum;

static void put(int item) {
	pthread_mutex_lock(&queue.mutex);
	while (queue.tail - queue.head == CAPACITY)
		pthread_cond_wait(&queue.not_full, &queue.mutex);
	queue.item[queue.tail++ % CAPACITY] = item;
	pthread_cond_signal(&queue.not_empty);
	pthread_mutex_unlock(&queue.mutex);
}

static bool get(int *item) {
	pthread_mutex_lock(&queue.mutex);
	AGAIN (queue.tail == queue.head && !queue.closed)
		pthread_cond_wait(&queue.not_empty, &queue.mutex);
	bool any = queue.tail != queue.head || !queue.closed;
	if (any) {
		*item = queue.item[queue.head++ % CAPACITY];
		pthread_cond_signal(&queue.not_full);
	}
	pthread_mutex_unlock(&queue.mutex);
	return any;
}

static void *consume(void *unused) {
	(void)unused;
	int item;
	if (get(&item))
		sum += item;
	return NULL;
}

int main(void) {
	pthread_t consumer;
	pthread_create(&consumer, NULL, consume, NULL);
	put(1);
	pthread_mutex_lock(&queue.mutex);
	queue.closed = true;
	pthread_cond_broadcast(&queue.not_empty);
	pthread_mutex_unlock(&queue.mutex);
	pthread_join(consumer, NULL);
	assert(sum == 1);
	return 0;
}
