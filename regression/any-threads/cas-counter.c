/* A number that grows by compare-and-swap is larger than what a thread has seen.  BUG: the new
 * value is simply stored. */
#include "any.h"

static atomic_uint n;

static bool swap(unsigned *seen, unsigned new) {
#ifdef BUG
	n = new;
	return true;
#else
	return atomic_compare_exchange_strong(&n, seen, new);
#endif
}

static void *worker(void *arg) {
	unsigned seen = n;
	do
		if (seen == LAST)
			return arg;
	while (!swap(&seen, seen + 1));
	assert(n > seen);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
