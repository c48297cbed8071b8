/* References are counted; a thread gets one as long as there is another, the last one to drop its
 * reference ends the object.  BUG: a thread gets one from the ended object. */
#include "any.h"

static atomic_uint references = 1;
static atomic_bool ended;

static bool get(void) {
	unsigned seen = references;
	do {
		if (seen == UINT_MAX)
			return false;
#ifndef BUG
		if (seen == 0)
			return false;
#endif
	} while (!atomic_compare_exchange_strong(&references, &seen, seen + 1));
	return true;
}

static void drop(void) {
	if (atomic_fetch_sub(&references, 1) == 1)
		ended = true;
}

static void *worker(void *arg) {
	if (get()) {
		assert(!ended);
		drop();
	}
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	drop();
	pthread_exit(NULL);
}
