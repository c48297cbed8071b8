/* The largest number that any thread has come with.  BUG: after the test, another thread may have
 * stored a larger one. */
#include "any.h"

static atomic_uint max;

static void raise_to(unsigned mine) {
	unsigned seen = max;
	while (seen < mine)
#ifdef BUG
		max = seen = mine;
#else
		if (atomic_compare_exchange_strong(&max, &seen, mine))
			return;
#endif
}

static void *worker(void *arg) {
	unsigned mine = __VERIFIER_nondet_uint();
	raise_to(mine);
	assert(max >= mine);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
