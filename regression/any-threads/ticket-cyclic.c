/* A ticket lock with four tickets, which come round; the last one is left, so that at most three
 * threads hold one.  BUG: it is given away, too, and a full queue looks like an empty one. */
#include "any.h"

enum { TICKETS = 4 };
static unsigned next, serving;
static int inside;

static unsigned __VERIFIER_atomic_draw(void) {
	unsigned mine = next;
#ifndef BUG
	if ((mine + 1) % TICKETS == serving)
		return TICKETS;
#endif
	next = (mine + 1) % TICKETS;
	return mine;
}

static bool __VERIFIER_atomic_is_served(unsigned ticket) {
	return serving == ticket;
}

static void __VERIFIER_atomic_serve_next(void) {
	serving = (serving + 1) % TICKETS;
}

static void *worker(void *arg) {
	unsigned mine = __VERIFIER_atomic_draw();
	if (mine == TICKETS)
		return arg;
	while (!__VERIFIER_atomic_is_served(mine))
		;
	inside++;
	assert(inside == 1);
	inside--;
	__VERIFIER_atomic_serve_next();
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
