/* Each thread has a cell of the array for itself.  BUG: two threads may have the same one. */
#include "any.h"

enum { SIZE = 64 };
static atomic_uint next;
static unsigned cells[SIZE];

static bool take(unsigned *cell) {
#ifdef BUG
	next = *cell + 1;
	return true;
#else
	return atomic_compare_exchange_strong(&next, cell, *cell + 1);
#endif
}

static void *worker(void *arg) {
	unsigned mine = next;
	while (mine < SIZE && !take(&mine))
		;
	if (mine >= SIZE)
		return arg;
	cells[mine] = mine;
	cells[mine]++;
	assert(cells[mine] == mine + 1);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
