/* A pointer that only main uses, and sets before it does anything that threads could see, limits
 * what main fills before it creates threads.  BUG: one cell more is filled. */
#include "any.h"

static int *last;
static int cells[3];
static int sum;

static void *worker(void *unused) {
	assert(sum == 2);
	return unused;
}

int main(void) {
	pthread_t t;
	last = cells + 1;
#ifdef BUG
	last++;
#endif
	for (int *p = cells; p <= last; p++)
		sum++;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
