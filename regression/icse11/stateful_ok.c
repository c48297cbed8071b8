/* stateful, after the INSPECT benchmarks (University of Utah): two threads update two counters,
 * each counter under its own lock, ROUNDS times. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 20
#endif

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void add(pthread_mutex_t *lock, int *data, int amount) {
	pthread_mutex_lock(lock);
	*data += amount;
	pthread_mutex_unlock(lock);
}

static void *up(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		add(&lock1, &data1, 1);
		add(&lock2, &data2, 1);
	}
	return NULL;
}

static void *up_and_down(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		add(&lock1, &data1, 5);
		add(&lock2, &data2, -6);
	}
	return NULL;
}

int main(void) {
	pthread_t thread1, thread2;
	pthread_create(&thread1, NULL, up, NULL);
	pthread_create(&thread2, NULL, up_and_down, NULL);
	pthread_join(thread1, NULL);
	pthread_join(thread2, NULL);
	assert(data1 == 10 + 6 * ROUNDS && data2 == 10 - 5 * ROUNDS);
	return 0;
}
