// A buffer of two places between a producer and a consumer, with a condition variable for each.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifdef PRINT
#define SAY(what, i) printf("%s %d\n", what, i)
#else
#define SAY(what, i)
#endif

#ifndef ROUNDS
#define ROUNDS 6
#endif
#define PLACES 2
#ifdef BUG
#define LAST (ROUNDS - 1) /* the last one is not expected */
#else
#define LAST ROUNDS
#endif

static int buffer[PLACES], count, in, out;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void *produce(void *p) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		while (count == PLACES)
			pthread_cond_wait(&not_full, &m);
		SAY("put", i);
		buffer[in] = i;
		in = (in + 1) % PLACES;
		count++;
		pthread_cond_signal(&not_empty);
		pthread_mutex_unlock(&m);
	}
	return p;
}

static void *consume(void *p) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		while (count == 0)
			pthread_cond_wait(&not_empty, &m);
		int got = buffer[out];
		out = (out + 1) % PLACES;
		count--;
		SAY("got", got);
		assert(got == i && got < LAST);
		pthread_cond_signal(&not_full);
		pthread_mutex_unlock(&m);
	}
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, produce, 0);
	pthread_create(&b, 0, consume, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
