/* Counters and messages that nothing reads, beside what the assertion depends on. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef ADDED
#define ADDED 1
#endif
#ifndef ROUNDS
#define ROUNDS rounds[who]
#endif
#ifndef READ
#define READ total
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total, rounds[2], calls[2];

static void count(int who) {
	calls[who]++;
	if (calls[who] > 1)
		ROUNDS += calls[who];
	printf("thread %d, %d calls\n", who, calls[who]);
}

static void *worker(void *p) {
	for (int i = 0; i < 2; i++) {
		count(1);
		pthread_mutex_lock(&m);
		total += ADDED;
		pthread_mutex_unlock(&m);
	}
	return p;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	for (int i = 0; i < 2; i++) {
		count(0);
		pthread_mutex_lock(&m);
		total++;
		pthread_mutex_unlock(&m);
	}
	pthread_join(t, 0);
	assert(READ == 4);
	return 0;
}
