/* A ticket lock.  Nobody draws the last number, so that tickets do not begin anew.  BUG: drawing is
 * a read and a write, and two threads draw the same ticket. */
#include "any.h"

static atomic_uint next, serving;
static int inside;

static void *worker(void *arg) {
	unsigned mine = next;
#ifdef BUG
	next = mine + 1;
#else
	while (mine != LAST && !atomic_compare_exchange_strong(&next, &mine, mine + 1))
		;
#endif
	if (mine == LAST)
		return arg;
	while (serving != mine)
		;
	inside++;
	assert(inside == 1);
	inside--;
	serving = mine + 1;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
