/* sync02, after the INSPECT benchmarks (University of Utah): a producer and a consumer hand over
 * ROUNDS items through a place for one, with a condition variable for each direction. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 20
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
static int items = 0;

static void *produce(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		while (items > 0)
			pthread_cond_wait(&empty, &lock);
		items++;
		pthread_cond_signal(&full);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *consume(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		while (items == 0)
			pthread_cond_wait(&full, &lock);
		items--;
		pthread_cond_signal(&full);
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
	assert(items == 0);
	return 0;
}
