/* How far the second thread's loop goes depends on how far that of the first one does, which is
 * unwound further first: the rounds of the second that no execution needs at three rounds of the
 * first are needed at seven. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 7
#endif

int __VERIFIER_nondet_int(void);

static int sent, done, steps;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg) {
	int n = __VERIFIER_nondet_int();
	for (int k = 0; k < n && k < ROUNDS; k++) {
		pthread_mutex_lock(&m);
		sent++;
		pthread_mutex_unlock(&m);
	}
	done = 1;
	return arg;
}

static void *consumer(void *arg) {
	pthread_mutex_lock(&m);
	int n = sent / 2;
	pthread_mutex_unlock(&m);
	while (steps < n)
		steps++;
	assert(steps < 3);
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
