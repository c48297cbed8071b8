/* Hundreds of critical sections: that no thread waits for ever follows without an order of them, since every section
 * ends, and nobody waits in one.  The twins break one of these. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 150
#endif

extern int nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t other;
static int filled;

static void *fill(void *argument) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		if (filled < ROUNDS)
			filled++;
#ifdef KEEPS
		if (i == ROUNDS - 1 && nondet_int())
			return NULL;
#endif
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *drain(void *argument) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		if (filled > 0)
			filled--;
		assert(filled >= 0);
#ifdef JOINS
		if (i == 0)
			pthread_join(other, NULL);
#endif
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

#ifdef NESTED
static void *forth(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *back(void *argument) {
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return NULL;
}
#define fill forth
#define drain back
#endif

int main(void) {
	pthread_t t;
	pthread_create(&other, NULL, fill, NULL);
	pthread_create(&t, NULL, drain, NULL);
#ifndef JOINS
	pthread_join(other, NULL);
#endif
	pthread_join(t, NULL);
	return 0;
}
