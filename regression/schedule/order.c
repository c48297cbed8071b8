/* Each order of the rounds gives another number of the inputs; none is beyond what the bits can
 * say. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifdef BUG
#define LARGEST ((1U << (2 * ROUNDS)) - 2)
#else
#define LARGEST ((1U << (2 * ROUNDS)) - 1)
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned number;

static void *append(void *arg) {
	unsigned bit = *(unsigned *)arg & 1;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		number = number << 1 | bit;
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void) {
	pthread_t a, b;
	unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
	pthread_create(&a, NULL, append, &first);
	pthread_create(&b, NULL, append, &second);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(number <= LARGEST);
}
