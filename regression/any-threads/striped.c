/* A table with a lock for each of its cells.  BUG: the lock of the neighbour. */
#include "any.h"

#ifdef BUG
#define LOCK_OF(i) (&locks[__VERIFIER_nondet_bool() ? (i) : ((i) + 1) % SIZE])
#else
#define LOCK_OF(i) (&locks[i])
#endif

enum { SIZE = 4 };
static atomic_bool locks[SIZE];
static unsigned cells[SIZE];

static void *worker(void *arg) {
	unsigned i = __VERIFIER_nondet_uint() % SIZE;
	atomic_bool *lock = LOCK_OF(i);
	while (atomic_exchange(lock, true))
		;
	assert(cells[i] == 0);
	cells[i]++;
	cells[i]--;
	*lock = false;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
