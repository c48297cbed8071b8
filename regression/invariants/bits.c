/* Threads take bits of a word, each a free one.  BUG: a thread does not look whether it is free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);

static atomic_uint taken;

static void *worker(void *arg) {
	unsigned bit = 1u << (__VERIFIER_nondet_uint() % 32), seen = taken;
	do
#ifndef BUG
		if (seen & bit)
			return arg;
#else
		;
#endif
	while (!atomic_compare_exchange_strong(&taken, &seen, seen | bit));
	assert(taken & bit);
	atomic_fetch_and(&taken, ~bit);
	return arg;
}

int main(void) {
	pthread_t t;
	while (__VERIFIER_nondet_bool())
		pthread_create(&t, NULL, worker, NULL);
}
