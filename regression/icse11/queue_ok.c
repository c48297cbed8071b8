/* queue, the circular queue of Cormen et al., "Introduction to algorithms", between two threads: a
 * consumer that finds the queue filled relies on finding all of it. */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 40
#endif
#define BATCH SIZE /* elements that are put or taken in one critical section */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[SIZE + 1];
static unsigned head = 0, tail = 0; /* equal: empty */
static _Bool filled = 0, wrong = 0;

static void enqueue(int element) {
	unsigned next = (tail + 1) % (SIZE + 1);
	if (next == head)
		wrong = 1;
	queue[tail] = element;
	tail = next;
}

static int dequeue(void) {
	if (head == tail)
		wrong = 1;
	int element = queue[head];
	head = (head + 1) % (SIZE + 1);
	return element;
}

static void *produce(void *unused) {
	for (int i = 0; i < SIZE / BATCH; i++) {
		pthread_mutex_lock(&lock);
		for (int k = 0; k < BATCH; k++)
			enqueue(i * BATCH + k);
		filled = 1;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *consume(void *unused) {
	for (int i = 0; i < SIZE / BATCH; i++) {
		pthread_mutex_lock(&lock);
		for (int k = 0; filled && k < BATCH; k++)
			if (dequeue() != i * BATCH + k)
				wrong = 1;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void) {
	pthread_t producer, consumer;
	pthread_create(&producer, NULL, produce, NULL);
	pthread_create(&consumer, NULL, consume, NULL);
	pthread_join(producer, NULL);
	pthread_join(consumer, NULL);
	assert(!wrong);
	return 0;
}
