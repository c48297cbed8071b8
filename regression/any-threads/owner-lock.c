/* The lock is the number of its owner, or 0.  Numbers are drawn once and never twice.  BUG: two
 * threads may draw the same number. */
#include "any.h"

static atomic_uint owner, last;

static unsigned draw(void) {
	unsigned seen = last;
	while (seen != LAST && !atomic_compare_exchange_strong(&last, &seen, seen + 1))
		;
#ifdef BUG
	return last;
#else
	return seen == LAST ? 0 : seen + 1;
#endif
}

static void *worker(void *arg) {
	unsigned me = draw(), none = 0;
	if (me == 0)
		return arg;
	while (owner != me && !atomic_compare_exchange_strong(&owner, &none, me))
		none = 0;
	assert(owner == me);
	owner = 0;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
