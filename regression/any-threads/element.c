/* Elements of an array hold at most 1, whoever writes them.  BUG: all bytes are set at once, by a
 * transfer whose length is not constant. */
#include "any.h"

#include <string.h>

enum { SIZE = 64 };
static unsigned cells[SIZE];

static void *worker(void *arg) {
	unsigned i = __VERIFIER_nondet_uint() % SIZE, k = __VERIFIER_nondet_uint() % SIZE;
	if (cells[i] < 2)
		cells[i] = 1;
#ifdef BUG
	memset(cells, 1, sizeof cells);
#endif
	unsigned seen = cells[k];
	assert(seen <= 1);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
