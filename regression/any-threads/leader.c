/* The first thread becomes the leader, and only that one.  BUG: test and change are two steps. */
#include "any.h"

static atomic_bool chosen;
static atomic_int leaders;

static void *worker(void *arg) {
	bool expected = false;
#ifdef BUG
	if (chosen)
		return arg;
	chosen = true;
#else
	if (!atomic_compare_exchange_strong(&chosen, &expected, true))
		return arg;
#endif
	leaders++;
	assert(leaders == 1 && !expected);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
