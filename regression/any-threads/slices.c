/* Threads take slices of ten numbers, which do not overlap: an arbitrary number is in one of them
 * at most.  BUG: a slice has one number more than the next one knows. */
#include "any.h"

#ifdef BUG
#define LENGTH 11
#else
#define LENGTH 10
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned next, probe;
static atomic_bool seen;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	unsigned begin = next;
	bool any = begin < UINT_MAX - LENGTH;
	if (any)
		next = begin + 10;
	pthread_mutex_unlock(&m);
	if (!any)
		return arg;
	if (begin <= probe && probe < begin + LENGTH) {
		bool before = atomic_exchange(&seen, true);
		assert(!before);
	}
	return arg;
}

int main(void) {
	pthread_t t;
	probe = __VERIFIER_nondet_uint();
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
